/** A server that the processes of a service share. Plain data, so that threads can receive it. */
export interface ServerAddress {
  /** URL of the module that connects to it: a `StoreModule` or a `BusModule`. */
  readonly module: string;
  /** As the operator wrote it. It may contain a password. */
  readonly address: string;
}

/** The servers named in the credentials folder of a cluster node. */
export interface ClusterServers {
  readonly folder: string;
  readonly store: ServerAddress;
  readonly bus: ServerAddress;
}
