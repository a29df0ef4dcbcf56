// A collector that sends one message and dies or, if it is told to read `lasting`, stays until it is stopped. It echoes
// the markets to follow and what to read, and settles each `read` message unless that is `hanging`.
process.on('message', (message) => {
  if (message.kind === 'stop') process.exit(0);
  if (message.kind === 'follow') {
    for (const { exchange, symbol } of message.markets)
      process.send({ kind: 'unusable', exchange, reason: symbol });
    return;
  }
  if (message.kind === 'read') {
    const [exchange] = message.share.exchanges;
    if (exchange === 'dying') process.exit(3);
    process.send({ kind: 'unusable', exchange: 'echo', reason: exchange ?? 'nothing' });
    if (exchange !== 'hanging') process.send({ kind: 'settled', number: message.number });
    return;
  }
  const [exchange] = message.input.exchanges;
  process.send({ kind: 'unusable', exchange, reason: String(process.pid) }, () => {
    if (exchange !== 'lasting') process.exit(3);
  });
});
process.on('disconnect', () => process.exit(0));
