import type { TroubleArea } from '../trouble.ts';

export const TICKS: TroubleArea = {
  title: 'Ticks and the clock',
  troubles: [
    {
      slug: 'clock-behind',
      messages: [
        'the clock is behind the last tick: no tick is published until the clock has passed it; a simulated world that ran ahead continues with --speed',
      ],
      cause:
        'The clock was set back, it was ahead when the last tick was published, or a simulated world ran faster than real time before.',
      remedy:
        'Correct the clock (`timedatectl`). Ticks then continue automatically ([what to do](clock.md)).',
    },
    {
      slug: 'clock-set',
      messages: ['the clock was set back', 'the clock was set forward, or the machine slept'],
      cause: 'The time of the machine jumped by `seconds`.',
      remedy:
        'Run NTP, which corrects in small steps, and do not suspend the machine ([what happens](clock.md)).',
    },
    {
      slug: 'tick-late',
      messages: ['a tick was too late and is skipped'],
      cause:
        'The input of the slot was complete more than 20 seconds late: the machine was overloaded or slept, or the clock was set forward.',
      remedy:
        'Nothing for a single slot, which is a gap. If it repeats, check the CPU load and `tidemark_tick_lateness_seconds`, or read fewer exchanges.',
    },
    {
      slug: 'speed-not-reached',
      messages: ['market time runs slower than --speed: it waits for each slot to be published'],
      cause: 'The machine cannot compute and store ticks as fast as `--speed` requires.',
      remedy: 'Nothing, or lower `--speed`. No tick is left out.',
    },
    {
      slug: 'bus-message-not-published',
      messages: [
        'a message could not be published on the bus',
        'derivatives could not be published on the bus',
      ],
      cause:
        'In a cluster, NATS did not accept a message. Index values are read from the store later; other values come with the next tick.',
      remedy:
        'Check the servers of `--bus` ([NATS](cluster-failures.md#nats)). In a single process, this is a bug: report it.',
    },
    {
      slug: 'derivatives-not-published',
      messages: [
        'derivatives could not be published',
        'new contracts could not be stored: derivatives are not refreshed',
        'derivatives cannot be shown',
      ],
      cause:
        'Derivatives of a tick could not be stored or prepared; `err` has the reason, such as a full disk. Index values are not affected.',
      remedy: 'Correct what `err` names. The next tick tries again.',
    },
    {
      slug: 'quality-unknown',
      messages: [
        'the last tick cannot be recomputed: /v3/quality responds with 503 until the next tick',
        'resistance figures could not be computed',
      ],
      cause:
        'Figures about quality are computed from the inputs of a tick, and these are missing or damaged, or the computation failed.',
      remedy:
        'Nothing: the next tick has them. If it repeats, look for lines about [inputs](#inputs-not-recorded).',
    },
    {
      slug: 'reference-not-stored',
      messages: ['reference data could not be stored: nothing is published until it can be'],
      cause:
        'A new version of assets, markets or listings could not be written, usually because the disk is full.',
      remedy: 'Free disk space ([full disk](disk.md#when-the-disk-fills)). The next tick tries again.',
    },
    {
      slug: 'reference-invalid',
      messages: [
        'the source announced invalid reference data: the previous version stays in force',
        'invalid index definitions are omitted; all other data is used',
      ],
      cause:
        'The assets, markets or index definitions of the source contradict each other. `problems` lists the contradictions.',
      remedy:
        'If you use your own exchange files, correct what `problems` names. Otherwise report it; prices are still computed.',
    },
    {
      slug: 'source-ended',
      messages: [
        'the source: its data has ended: nothing new arrives until the service is restarted',
        'the source has ended before its first tick: there is nothing to serve',
        'the recording has ended: market time stands still',
      ],
      cause: 'A recording was played to its end, or a source stopped by itself.',
      remedy:
        'To play the recording again, start with a new data directory; to continue, add more files with `--replay`. Stored data is still served.',
    },
  ],
};
