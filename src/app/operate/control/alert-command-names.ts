/** Commands about the alerts of all clients. */
export const ALERT_COMMANDS = [
  'alerts.list',
  'alerts.deliveries',
  'alerts.replay',
  'alerts.silence',
  'alerts.remove',
] as const;
