package dev.sluice.replay.act;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.prove.Databases;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.pending.Waiting;
import dev.sluice.service.update.CheckpointTable.Kept;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Predicts, from the outcomes that are stored in the databases, what the next gateway will do with each request. */
public final class Dispositions {

    /** The fate of a waiting request: what the next gateway will do with it. */
    public enum Disposition {
        /** A read whose result is stored in no database. Also an event, unless the output was lost. */
        ASKED("asked", false),
        /** An update that was never committed. */
        RUN("run for the first time", false),
        /**
         * An update whose outcome is stored in its database, or a read whose result was stored there together with the outcome
         * of a conflicting update.
         */
        KEPT("answered from the checkpoint, not run again", false),
        /** A skipped request. */
        FAILED("answered as failed", false),
        /** A skipped update. Its database was not read here, so only the gateway will know whether the update was committed. */
        FAILED_UNLESS_COMMITTED("answered as failed, or as applied if the database has a record of that", false),
        /** A document that is not a request. */
        UNREADABLE("cannot be read: answered as failed", false),
        /** An update whose outcome is not stored any more. */
        LOST("either executed or refused before, and it is no longer known which: answered as failed", true),
        /** An event that may have been sent before, because the output was lost. */
        SENT_AGAIN("sent, perhaps a second time with the same idempotency key", true),
        /** An update that may have been run before, because the output was lost and its database has no checkpoint. */
        RUN_AGAIN("run, perhaps a second time", true),
        /** An update whose database is unknown, because the configuration does not declare it. */
        UNDECLARED("updates that the configuration does not declare: answered as failed", true);

        private final String words;
        private final boolean doubtful;

        Disposition(String words, boolean doubtful) {
            this.words = words;
            this.doubtful = doubtful;
        }

        /** Returns the description for users, phrased for several requests. */
        public String words() {
            return words;
        }

        /** Whether this fate breaks a usual promise of the gateway. An operator then has to accept the fate. */
        public boolean doubtful() {
            return doubtful;
        }
    }

    private static final long NONE = -1;

    private final long skippedBefore;
    private final boolean again;
    private final Optional<GatewayConfig> config;
    private final Map<String, Databases.Audited> byUpdate = new HashMap<>();
    private final Map<String, Map<Long, Kept>> outcomes = new HashMap<>();
    private final Set<Long> reads = new HashSet<>();

    /**
     * @param skippedBefore requests before this index are skipped: they are not executed, and fail unless an outcome is stored
     * @param again whether any of the requests may have been answered before, because the output was lost
     * @param config empty if the databases were not read
     */
    public Dispositions(
            long skippedBefore, boolean again, Optional<GatewayConfig> config, List<Databases.Audited> databases) {
        this.skippedBefore = skippedBefore;
        this.again = again;
        this.config = config;
        for (final Databases.Audited database : databases) {
            outcomes.put(database.name(), database.outcomes());
            reads.addAll(database.reads().keySet());
            database.updates().forEach(name -> byUpdate.put(name, database));
        }
    }

    /** Whether the request at an index is skipped. */
    boolean skips(long index) {
        return index < skippedBefore;
    }

    /** Returns the fate of one request. */
    public Disposition of(long index, RequestFrame request) {
        final boolean skipped = skips(index);
        if (request.kind() != RequestKind.UPDATE) {
            return skipped ? Disposition.FAILED : ofRead(index, request);
        }
        if (config.isEmpty()) {
            return Disposition.FAILED_UNLESS_COMMITTED;
        }
        final Databases.Audited database = byUpdate.get(Waiting.nameOf(request));
        if (database == null && !skipped) {
            return elsewhere(request);
        }
        if (outcomes.values().stream().anyMatch(kept -> kept.containsKey(index))) {
            return Disposition.KEPT; // in any database: the update's declaration may have been moved or removed
        }
        if (database == null) {
            return Disposition.FAILED;
        }
        final long last = database.checkpoint().map(kept -> kept.row().last()).orElse(NONE);
        if (again && index <= last) {
            return Disposition.LOST;
        }
        return skipped ? Disposition.FAILED : Disposition.RUN;
    }

    private Disposition ofRead(long index, RequestFrame request) {
        return reads.contains(index)
                ? Disposition.KEPT
                : request.kind() == RequestKind.SEND && again ? Disposition.SENT_AGAIN : Disposition.ASKED;
    }

    private Disposition elsewhere(RequestFrame request) {
        final String name = Waiting.nameOf(request);
        final GatewayConfig declared = config.orElseThrow();
        final Optional<DatabaseConfig> database = name.equals(Declarations.AD_HOC)
                ? declared.adHocDatabase()
                : Optional.ofNullable(declared.statements().get(name))
                        .map(statement -> declared.databases().get(statement.database()));
        if (database.isEmpty()) {
            return Disposition.UNDECLARED;
        }
        return again && database.get().updates() == UpdateGuarantee.AT_LEAST_ONCE
                ? Disposition.RUN_AGAIN
                : Disposition.RUN;
    }
}
