package dev.sluice.service.jdbc.proof;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The reasons why a statement may not share something with others: the first reason found against each thing. One thread. */
final class Doubts {

    /** The things that a proof allows unless there is a reason against it. */
    enum Against {
        /** Sharing a transaction with other updates. */
        TRANSACTION,
        /** Becoming one statement with updates of other rows. */
        SET,
        /** Sharing a call with other requests. */
        CALL,
        /** Knowing which tables it touches. */
        TABLES,
        /** Reading only what writes of tables change. */
        SEQUENCES
    }

    private final Map<Against, String> first = new EnumMap<>(Against.class);

    /** Adds a reason, in words for an operator, against each of these. */
    void add(String reason, Against... against) {
        for (final Against each : against) {
            first.putIfAbsent(each, reason);
        }
    }

    /** Adds a reason against everything but one statement for several updates, which has reasons of its own. */
    void opaque(String reason) {
        add(reason, Against.TRANSACTION, Against.CALL, Against.TABLES);
    }

    Optional<String> against(Against what) {
        return Optional.ofNullable(first.get(what));
    }
}
