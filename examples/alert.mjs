// Alerts when a price crosses a threshold: node alert.mjs BTC_USD 90000
// Prints a line, and posts it as JSON to ALERT_URL where that is set. TIDEMARK_URL, TIDEMARK_CLIENT_ID and
// TIDEMARK_CLIENT_SECRET say whose prices: by default those of the service on this machine, by its client `demo`.
import { Tidemark, toNumber } from '@tidemark/sdk';

const [index, threshold] = [process.argv[2], Number(process.argv[3])];
if (!index || Number.isNaN(threshold)) {
  console.error('usage: node alert.mjs INDEX THRESHOLD');
  process.exit(2);
}

const tidemark = new Tidemark({
  url: process.env.TIDEMARK_URL ?? 'http://localhost:8080',
  clientId: process.env.TIDEMARK_CLIENT_ID ?? 'demo',
  clientSecret: process.env.TIDEMARK_CLIENT_SECRET ?? 'demo',
});

/** An alert that cannot be delivered is said here, and does not end the watch. */
async function post(alert) {
  const headers = { 'content-type': 'application/json' };
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify(alert),
    signal: AbortSignal.timeout(10_000),
  };
  try {
    const { ok, status } = await fetch(process.env.ALERT_URL, request);
    if (!ok) console.error(`the alert was answered with ${status}`);
  } catch (error) {
    console.error(`the alert could not be posted: ${error.message}`);
  }
}

const stream = tidemark.stream();
stream.on('state', ({ connected, lastClose }) => {
  if (!connected && lastClose) console.error(`connecting again after ${lastClose.code} ${lastClose.reason}`);
});

// The stream goes on after the last tick whenever it connects again: a crossing in between is found, and found once.
let wasAbove;
for await (const { price, timestamp } of stream.ticks(index)) {
  const isAbove = toNumber(price) >= threshold;
  if (wasAbove === undefined) console.log(`watching ${index}, at ${price} since ${timestamp}`);
  else if (isAbove !== wasAbove) {
    const side = isAbove ? 'above' : 'below';
    console.log(`${timestamp} ${index} is ${side} ${threshold}: ${price}`);
    if (process.env.ALERT_URL) void post({ timestamp, index, side, threshold, price });
  }
  wasAbove = isAbove;
}
