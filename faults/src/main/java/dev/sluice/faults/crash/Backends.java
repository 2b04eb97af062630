package dev.sluice.faults.crash;

/** What stands behind the gateways of a run: databases, new ones for each round, and a service. */
record Backends(Stores stores, ItemService items) {}
