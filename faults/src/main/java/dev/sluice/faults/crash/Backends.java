package dev.sluice.faults.crash;

import dev.sluice.faults.processes.Stores;

/** What stands behind the gateways of a run: databases, new ones for each round, and a service. */
record Backends(Stores stores, ItemService items) {}
