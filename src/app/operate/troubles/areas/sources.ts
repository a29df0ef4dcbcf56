import type { TroubleArea } from '../trouble.ts';

export const SOURCES: TroubleArea = {
  title: 'Exchanges and recordings',
  troubles: [
    {
      slug: 'too-few-exchanges',
      messages: ['not ready, too few exchanges respond: {counts}'],
      cause: 'Fewer than a quarter of the exchanges, or none of tier A, were read in the last 90 seconds.',
      remedy:
        'Run `tidemark sources status` ([when the service is degraded](live-trouble.md#when-the-service-is-degraded)).',
    },
    {
      slug: 'exchanges-unreachable',
      messages: ['most exchanges cannot be reached: check the network of this machine'],
      cause:
        'Most exchanges fail at once in a way that points at this machine: names are not resolved, or no connection is made.',
      remedy:
        'Check DNS, firewall and proxy ([your own network](live-network.md#when-your-own-network-fails)).',
    },
    {
      slug: 'location-refused',
      messages: ['most exchanges refuse requests from the location of this machine'],
      cause:
        'Exchanges respond with 403 or 451, because they do not serve the country or the provider of this machine.',
      remedy:
        'Use a [proxy or gateway](live-network.md#use-a-proxy-or-a-gateway) elsewhere, or choose other exchanges.',
    },
    {
      slug: 'reader-hangs',
      messages: ['no exchange is read: the process that reads them is not running, or hangs'],
      cause: 'The collector process ended, or sent nothing for too long. It is restarted automatically.',
      remedy:
        'Wait two minutes. If it repeats, look for [reader-ended](#reader-ended) in the log, and check memory and CPU.',
    },
    {
      slug: 'reader-ended',
      messages: ['the process that reads exchanges ended'],
      cause:
        'The collector crashed, ran out of memory, or hung and was killed. It is restarted automatically.',
      remedy:
        'Nothing if it happens once. If it repeats, check the system log (`dmesg`) for the out-of-memory killer.',
    },
    {
      slug: 'reader-too-busy',
      messages: [
        'a process that reads exchanges can hardly keep up: raise --collectors, or read fewer exchanges',
      ],
      cause: 'One process reads more exchanges than a CPU can parse in time.',
      remedy:
        'Raise `--collectors` up to the number of cores, or leave exchanges out ([many exchanges](live-exchanges.md#read-many-exchanges)).',
    },
    {
      slug: 'exchange-fails',
      messages: ['an exchange fails', '{count} exchanges fail'],
      cause: 'The exchanges cannot be read; `failure` is the kind. Prices are computed without them.',
      remedy: 'Look up the kind in [find the cause](live-trouble.md#find-the-cause).',
    },
    {
      slug: 'exchange-back',
      messages: [
        'an exchange is read again',
        '{count} exchanges are read again',
        'the socket of an exchange is open again',
        'the sockets of {count} exchanges are open again',
        'volumes and prices of an exchange are plausible again: its markets can take part in the indices',
      ],
      cause: 'A failure has ended. It is a warning so that both ends are in the log at the same level.',
      remedy: 'Nothing.',
    },
    {
      slug: 'socket-fails',
      messages: [
        'the socket of an exchange fails: its trades are polled',
        'the sockets of {count} exchanges fail: their trades are polled',
      ],
      cause: 'The websocket for trades of an exchange keeps closing, often because of a proxy.',
      remedy:
        'Nothing if it is rare: trades are polled meanwhile ([when a socket fails](live-trades.md#when-a-socket-fails)).',
    },
    {
      slug: 'exchange-unusable',
      messages: ['an exchange cannot be read', 'the exchange {exchange} cannot be read: {reason}'],
      cause:
        'The exchange cannot be read at all, for example because the file that declares it is wrong. `reason` says why.',
      remedy: 'Correct the file or leave the exchange out. `tidemark sources test` reads one exchange once.',
    },
    {
      slug: 'few-exchanges',
      messages: [
        '{count} {exchanges} read: with fewer than {least}, no price can be confirmed by two others, and most markets take part only after a day',
      ],
      cause: 'Few exchanges are configured.',
      remedy:
        'Name more in `--exchanges`, or leave it out to read the default ones ([choose](live-exchanges.md#choose-exchanges)).',
    },
    {
      slug: 'exchange-entries-left-out',
      messages: [
        'an exchange sends invalid entries: they are left out',
        'a message about an exchange could not be handled: it is dropped',
      ],
      cause: 'Some entries of a response cannot be read. Only these entries are left out.',
      remedy:
        'Nothing for a few. `tidemark sources status` counts them; if many come from one exchange, leave it out ([cause](live-trouble.md#find-the-cause)).',
    },
    {
      slug: 'exchange-answers-old',
      messages: [
        'the answers of an exchange are old: its tickers are refused',
        'some tickers of an exchange are late: they are refused',
      ],
      cause: 'A cache on the network path, or the exchange itself, sends old data.',
      remedy: 'If you use a proxy, turn its cache off ([old answers](live-network.md#old-answers)).',
    },
    {
      slug: 'exchange-clock',
      messages: ['the clock of an exchange is {direction}: its timestamps are corrected'],
      cause: 'The timestamps of an exchange differ from the clock of this machine by `seconds`.',
      remedy:
        'If many exchanges have the same difference, it is your clock: run NTP ([more](live-network.md#when-the-clock-of-an-exchange-is-wrong)).',
    },
    {
      slug: 'exchange-implausible',
      messages: [
        'the volumes of an exchange are in quote units: its markets take no part in the indices',
        'the prices of an exchange are inverted, base and quote may be swapped: its markets take no part in the indices',
      ],
      cause: 'Many markets of one exchange contradict all others in the same way.',
      remedy:
        'If you declare the exchange in a file, correct the fields there. Otherwise wait: its markets take part again when its values are plausible ([more](live-codes.md#when-all-listings-of-an-exchange-are-refused)).',
    },
    {
      slug: 'contracts-left-out',
      messages: ['an interface lists too many new contracts: some are left out'],
      cause: 'An exchange listed implausibly many derivative contracts at once.',
      remedy:
        'Nothing: others follow later. If they are real and stay missing, report it ([derivatives](live-derivatives.md)).',
    },
    {
      slug: 'trade-market-not-listed',
      messages: ['a market of --trade-markets is not listed'],
      cause: 'No exchange that is read lists that market under this name.',
      remedy: 'Correct it. `tidemark get markets` lists the names.',
    },
    {
      slug: 'live-file-damaged',
      messages: ['a file of the live source is damaged', 'a stored list of markets is damaged'],
      cause: 'A file in which the live source stores data from exchanges failed its check and is not used.',
      remedy:
        'Nothing: it is written again from new replies of the exchanges. If it repeats, check the disk.',
    },
    {
      slug: 'live-file-not-stored',
      messages: [
        'data about live exchanges cannot be stored',
        'supplies cannot be stored',
        'replies of an exchange are not kept',
      ],
      cause: 'A file of the live source could not be written. `code` or `reason` has the error.',
      remedy:
        'Free disk space or correct the permissions. Prices are not affected, but after a restart this data is missing.',
    },
    {
      slug: 'supply-url-unreadable',
      messages: ['supplies cannot be read from --supply-url'],
      cause:
        'The address does not respond, or its response is not what was expected. `failure` and `message` have the details.',
      remedy:
        'Open the address from this machine. The supplies read before stay in use ([an address](market-caps.md#an-address)).',
    },
    {
      slug: 'supply-file-invalid',
      messages: ['the supply file is invalid: the supplies read before stay in use'],
      cause: 'The file of `--supply-file` has an error. `problems` lists each with its line.',
      remedy: 'Correct it; it is read again when it changes ([a file](market-caps.md#a-file)).',
    },
    {
      slug: 'supplies-not-used',
      messages: ['some supplies are not used: tidemark sources status lists all'],
      cause: 'Supplies name assets that are unknown, ambiguous or implausible.',
      remedy:
        'Run `tidemark sources status` and correct the rows ([what does not count](market-caps.md#what-does-not-count)).',
    },
    {
      slug: 'recording-not-written',
      messages: ['the data of the source could not be recorded: a new file begins with the next slot'],
      cause:
        'The recording of `--record` could not be written. `code` has the error. Prices are not affected.',
      remedy:
        'Free disk space. The recording has a gap ([record and replay](live-history.md#record-and-replay)).',
    },
    {
      slug: 'recording-damaged',
      messages: [
        'a recording {problem}',
        'a recording contains an invalid frame: the rest of the file is skipped',
        '{path} has no recording',
        '{path} is not a recording',
        '{path} cannot be read ({code})',
      ],
      cause: 'A file of `--replay` is not a recording, is cut off, or is damaged.',
      remedy:
        'Copy it again from the machine that made it ([record and replay](live-history.md#record-and-replay)).',
    },
    {
      slug: 'recording-without-prices',
      messages: ['the recording does not contain prices of real markets'],
      cause: 'It was made from simulated data or is a shipped example. `about` says what it is.',
      remedy: 'Nothing: it is a reminder not to use the prices.',
    },
    {
      slug: 'collector-messages',
      messages: ['messages of collectors could not be handled'],
      cause:
        'In a cluster, a collect node sends messages that this node does not understand, usually because it runs another version.',
      remedy: 'Run the same version on all nodes ([upgrade](upgrade.md#upgrade-a-cluster)).',
    },
  ],
};
