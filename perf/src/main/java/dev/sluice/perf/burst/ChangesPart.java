package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.baseline.UnnestByHand;
import dev.sluice.perf.load.Accounts;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.DistantDatabases;
import dev.sluice.perf.system.DurableDatabases;
import dev.sluice.perf.system.GatewayFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The document's experiment on one kind of database: a burst of changes is written at once, and the time taken until it
 * is written and until the last result is read; beside services and jobs without a gateway.
 */
final class ChangesPart {

    /** As the document's service does it. */
    static final String ONE_EACH = "one at a time, each prepared anew";

    static final String ONE_ONCE = "one at a time, kept prepared";
    static final String COMMIT_EACH = "one commit each, without queues";

    private static final int WARM_UPS = 1;

    private final DurableDatabases.Kind kind;
    private final BurstSizes sizes;

    ChangesPart(DurableDatabases.Kind kind, BurstSizes sizes) {
        this.kind = kind;
        this.sizes = sizes;
    }

    static String gateway(int transaction) {
        return String.format("gateway, up to %,d in a transaction", transaction);
    }

    static String batches(int size) {
        return String.format("JDBC batches of %,d by hand", size);
    }

    static String arrays(int size) {
        return String.format("arrays of %,d by hand", size);
    }

    static String named(DurableDatabases.Kind kind) {
        return kind == DurableDatabases.Kind.HSQLDB ? "HSQLDB" : "PostgreSQL";
    }

    /** Measures in databases that are made for it, below a directory. */
    void measure(Run run, Path directory, DurableDatabases near, Findings findings) throws Exception {
        final boolean remote =
                kind == DurableDatabases.Kind.POSTGRESQL && !sizes.latency().isZero();
        try (DistantDatabases distant = new DistantDatabases(near, sizes.latency());
                Variants variants = new Variants(run, directory, remote ? distant : near)) {
            run.progress().stage("burst: starting services on " + named(kind));
            add(variants);
            for (final Change change : sizes.kinds()) {
                new ChangesTables(kind, change, sizes, variants.measure(change, WARM_UPS)).report(findings);
            }
            variants.closeAndCheck();
            findings.condition(named(kind), (remote ? distant : near).described() + "; a database for each variant");
        }
        findings.condition(
                "changes",
                String.format(
                        "bursts of %,d, or %,d where one is made at a time; %s; updates go through all %,d accounts in ever new order",
                        sizes.changes(),
                        sizes.singles(),
                        Arrays.stream(Change.values())
                                .filter(sizes.kinds()::contains)
                                .map(change -> change.sql().replace("sluice_perf_", ""))
                                .collect(Collectors.joining("; ")),
                        Accounts.COUNT));
    }

    private void add(Variants variants) throws IOException, SQLException {
        final Set<Change> all = sizes.kinds();
        final int singles = Math.min(sizes.changes(), sizes.singles());
        variants.oneAtATime(ONE_EACH, singles, OneAtATime.Prepare.EACH, all);
        variants.oneAtATime(ONE_ONCE, singles, OneAtATime.Prepare.ONCE, all);
        variants.commitEach(COMMIT_EACH, singles, all);
        for (final int transaction : sizes.transactions()) {
            final int changes = sizes.changes(transaction);
            variants.batches(batches(transaction), changes, transaction, all);
            final Set<Change> asArrays = all.stream()
                    .filter(this::asArrays)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Change.class)));
            variants.arrays(arrays(transaction), changes, transaction, asArrays);
            variants.gateway(gateway(transaction), changes, transaction, GatewayFile.EXACTLY_ONCE, all);
        }
    }

    private boolean asArrays(Change change) {
        return kind == DurableDatabases.Kind.POSTGRESQL && UnnestByHand.knows(change);
    }
}
