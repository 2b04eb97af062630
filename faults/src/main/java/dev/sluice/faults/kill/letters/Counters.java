package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Store;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Looks at the contracts' counters while the gateway is dead. One thread. */
final class Counters {

    private static final int SHOWN = 10;

    private final Store store;
    private final BrokenPromises findings;

    Counters(Store store, BrokenPromises findings) {
        this.store = store;
        this.findings = findings;
    }

    /**
     * No update of that run is there twice, none of an earlier one is missing, and none of a letter that was handled.
     *
     * @param handled how many letters of the run are handled, for certain
     */
    void check(Letters run, long handled) throws IOException, SQLException {
        try (Connection connection = store.inspect()) {
            report(Kind.APPLIED_TWICE, run, contracts(connection, "letters > ?", run.run()));
            report(Kind.NOT_APPLIED, run, contracts(connection, "letters < ?", run.run() - 1L));
            report(Kind.NOT_APPLIED, run, contracts(connection, "letters < ? AND id <= ?", run.run(), handled));
            report(Kind.WRONG, run, contracts(connection, "last_run <> letters AND letters <= ?", run.run()));
        }
    }

    private void report(Kind kind, Letters run, List<String> contracts) {
        if (!contracts.isEmpty()) {
            findings.add(
                    kind,
                    contracts.size(),
                    "in run " + run.run() + ", updates of " + contracts.size() + " contracts, as contract=letters: "
                            + contracts.subList(0, Math.min(SHOWN, contracts.size())));
        }
    }

    private static List<String> contracts(Connection connection, String condition, long... arguments)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT id, letters FROM contract WHERE " + condition + " ORDER BY id")) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setLong(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                final List<String> contracts = new ArrayList<>();
                while (rows.next()) {
                    contracts.add(rows.getLong(1) + "=" + rows.getLong(2));
                }
                return contracts;
            }
        }
    }
}
