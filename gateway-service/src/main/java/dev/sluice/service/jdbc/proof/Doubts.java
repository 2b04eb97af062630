package dev.sluice.service.jdbc.proof;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The reasons why a statement is not proved to have a property, for example the property that it may share a transaction. Keeps
 * only the first reason found against each property. Used by one thread.
 */
final class Doubts {

    /** The properties. Each counts as proved unless there is a reason against it. */
    enum Against {
        /** Sharing a transaction with other updates. */
        TRANSACTION,
        /** Being merged into one statement with updates of other rows. */
        SET,
        /** Sharing a call with other requests. */
        CALL,
        /** Knowing which tables the statement touches. */
        TABLES,
        /** Depending on the contents of tables only, and not on a sequence. */
        SEQUENCES
    }

    private final Map<Against, String> first = new EnumMap<>(Against.class);

    /** Adds a reason, in words for an operator, against each of these properties. */
    void add(String reason, Against... against) {
        for (final Against each : against) {
            first.putIfAbsent(each, reason);
        }
    }

    /** Adds a reason against sharing a transaction, sharing a call, and knowing the tables. */
    void opaque(String reason) {
        add(reason, Against.TRANSACTION, Against.CALL, Against.TABLES);
    }

    Optional<String> against(Against what) {
        return Optional.ofNullable(first.get(what));
    }
}
