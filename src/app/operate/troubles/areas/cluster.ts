import type { TroubleArea } from '../trouble.ts';

export const CLUSTER: TroubleArea = {
  title: 'Cluster: nodes and the bus',
  troubles: [
    {
      slug: 'nodes-trust-each-other',
      messages: [
        'nodes trust each other: any process with the passwords of --store and --bus can publish prices and give commands. tidemark cluster init creates credentials for each role',
      ],
      cause: 'The cluster runs without credentials.',
      remedy:
        'Make them with `tidemark cluster init` ([security](cluster-security.md#make-credentials)), unless the network is closed.',
    },
    {
      slug: 'bus-unusable',
      messages: ['the bus cannot be used: {reason}'],
      cause: 'The NATS servers reject this node: user, password, permission or TLS is wrong.',
      remedy: 'Correct what the message names; the node tries again ([security](cluster-security.md)).',
    },
    {
      slug: 'bus-away',
      messages: [
        'this node has not connected to a server of --bus yet: check that the servers run and that this machine can reach them',
        'the bus is disconnected: ticks published meanwhile are read from the store later',
      ],
      cause: 'No NATS server can be reached: all are down, or the network is.',
      remedy:
        'Check the servers and the network. The node reconnects automatically, and no tick is lost ([NATS](cluster-failures.md#nats)).',
    },
    {
      slug: 'bus-messages-unusable',
      messages: [
        'messages of the bus could not be handled',
        'messages of the bus cannot be used',
        'requests of other nodes could not be answered',
      ],
      cause:
        'Messages are damaged, are not signed by a known node, or caused an error. `refusal` or `err` has the reason for the last one.',
      remedy:
        'After changing keys, copy the new ones to all nodes ([replace keys](cluster-security.md#replace-keys)). Otherwise find out what else uses the bus.',
    },
    {
      slug: 'bus-other-version',
      messages: [
        'a node of an incompatible version sends messages on this bus: stop all nodes of one of the two versions',
        'the nodes of this cluster exchange messages in format {used}, and this version of Tidemark in format {own}: {instruction}',
      ],
      cause: 'Nodes of two versions with different message formats run at the same time.',
      remedy: 'Follow the order of [the upgrade](upgrade.md#upgrade-a-cluster).',
    },
    {
      slug: 'waiting-for-prices',
      messages: [
        '{what}: this node responds with 503 until then. Check that a collector runs, and that a compute node runs and leads',
      ],
      cause: 'A serving node started and has received no prices over the bus.',
      remedy:
        'Check `/readyz` of each compute node to see which one leads ([how](cluster-operations.md#see-which-node-leads)), and check that a collect node runs.',
    },
    {
      slug: 'refresh-from-future',
      messages: ['refreshes dated in the future are not shown: check the clocks of the compute nodes'],
      cause: 'The clock of the leader is ahead of that of this serving node, or the other way round.',
      remedy: 'Run NTP on all machines ([clock](clock.md)).',
    },
    {
      slug: 'refresh-outdated',
      messages: ['refreshes older than the stored ticks are not shown'],
      cause: 'The bus repeated old messages, for example after its servers were restored.',
      remedy:
        'Nothing if it ends within minutes. Otherwise messages are being replayed ([what the bus can repeat](cluster-theft.md#what-the-bus-can-repeat)).',
    },
    {
      slug: 'could-not-lead',
      messages: ['this node could not lead now', 'this process steps down: {reasons}'],
      cause:
        '`reasons` lists why: no access to the store or the bus, a wrong clock, inputs that cannot be recorded, or too few exchanges.',
      remedy:
        'Correct what is listed. Until then this node cannot take over ([see which node leads](cluster-operations.md#see-which-node-leads)).',
    },
    {
      slug: 'lease-lost',
      messages: [
        'the lease could not be renewed in time: another node may lead now, and the results of this node are stored only if none does',
        'the lease ended before it was used: this process is a standby again',
        'another process has led meanwhile: this one is now a standby',
        'another process leads: this one is a standby again',
      ],
      cause:
        'The node slept, was overloaded, or did not reach the database for 6 seconds, so another one may lead.',
      remedy:
        'Nothing if it happens once: no tick is stored twice. If it repeats, check the CPU load of the node and the latency of the database ([nodes](cluster-failures.md#nodes)).',
    },
    {
      slug: 'stepped-down',
      messages: ['this node steps down because an operator requested it: another one leads'],
      cause: 'An operator ran `tidemark cluster step-down`.',
      remedy: 'Nothing ([hand over](cluster-operations.md#hand-over-to-another-compute-node)).',
    },
    {
      slug: 'computing-failed',
      messages: ['computing failed: starting again'],
      cause: 'A compute node had an unexpected error and starts computing again.',
      remedy: 'Read `err`. If it is not the disk, the database or the bus, report it.',
    },
    {
      slug: 'follow-failed',
      messages: ['a tick of the leader could not be recomputed on this standby'],
      cause:
        'The standby could not compute a tick of the leader from its inputs. It catches up with the next tick.',
      remedy: 'Nothing if it happens once. If it repeats, check that both nodes run the same version.',
    },
    {
      slug: 'tick-differs',
      messages: ['a tick of the leader differs from the one computed here from the same inputs'],
      cause:
        'Two nodes computed different values: different versions or settings (`--tiers`, strict flags), or faulty memory or CPU.',
      remedy:
        'Compare the versions and settings (`tidemark config print`) of both nodes. If they are the same, verify the slot with `tidemark verify` and test the memory.',
    },
    {
      slug: 'standby-inputs-not-recorded',
      messages: [
        'inputs of the leader cannot be recorded here: receipts and a takeover will lack them',
        'inputs cannot be kept in the data directory: after a restart this node could not store ticks that wait for the store',
        'the inputs of a tick that waited for the store are lost: the tick is stored without them',
        'received inputs could not be removed',
      ],
      cause: 'The data directory of a compute node is full, or its disk fails.',
      remedy: 'Free disk space or replace the disk. A tick without inputs has no receipt.',
    },
    {
      slug: 'published-file',
      messages: [
        'published.json cannot be written: the next head is tried again',
        'published.json is damaged: the next head writes it anew',
        'published.json names a slot in the future: it is not used',
      ],
      cause:
        'The file that records the last published head cannot be written, is damaged, or was written while the clock was ahead.',
      remedy: 'Free disk space or correct the clock; the next head rewrites the file.',
    },
    {
      slug: 'node-clock',
      messages: [
        'the clock of this machine was set, or the machine slept: ticks follow the new time',
        'the clock of this machine was set and is wrong: ticks continue with the old time',
      ],
      cause: 'The clock of the node jumped; the database was asked which time is right.',
      remedy:
        'Run NTP. If the line says that it is wrong, correct it before the next restart ([clock](clock.md)).',
    },
    {
      slug: 'wrong-clock',
      messages: ['the clock of this node is wrong: the node is not ready until it is set'],
      cause:
        'The clock of a collect or serve node differs so much from that of the database that nodes reject messages of each other. `problem` says by how much.',
      remedy: 'Correct the clock and run NTP. The node then continues automatically ([clock](clock.md)).',
    },
    {
      slug: 'node-start-failed',
      messages: ['the start failed: trying again'],
      cause: 'An unexpected error ended the start of a node, which tries again.',
      remedy: 'Read `err`. If it is not the disk, the database or the bus, report it.',
    },
  ],
};
