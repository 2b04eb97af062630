package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** SQL that jobs ask for by name. */
public sealed interface Declaration permits LookupConfig, StatementConfig {

    String name();

    /** The name of a configured database. */
    String database();

    String sql();

    /** The types of the arguments, one for each {@code ?}; empty if they are taken from each request. */
    Optional<List<ValueType>> types();

    /** The tables it reads, lower case, in no order of meaning; empty if it may read any table of its database. */
    Optional<Set<String>> reads();

    /** The tables it writes, lower case; empty if it may write any table of its database. */
    Optional<Set<String>> writes();

    /** Whether several requests for it may share a call. */
    boolean chunk();
}
