// A collector that tells one thing and dies, or, where it is told to read `lasting`, stays until it is stopped. It repeats
// which markets it is told to follow.
process.on('message', (message) => {
  if (message.kind === 'stop') process.exit(0);
  if (message.kind === 'follow') {
    for (const { exchange, symbol } of message.markets)
      process.send({ kind: 'unusable', exchange, reason: symbol });
    return;
  }
  const [exchange] = message.input.exchanges;
  process.send({ kind: 'unusable', exchange, reason: String(process.pid) }, () => {
    if (exchange !== 'lasting') process.exit(3);
  });
});
process.on('disconnect', () => process.exit(0));
