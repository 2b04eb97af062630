package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Rounds;
import dev.sluice.faults.kill.Rounds.Site;
import dev.sluice.faults.kill.Ways;
import java.io.IOException;
import java.sql.SQLException;

/** Rounds of the bank beside the service that holds its items. */
record BankRounds(Ways ways, ItemService items) implements Rounds {

    static BankRounds of(Ways ways) throws IOException {
        return new BankRounds(ways, new ItemService());
    }

    @Override
    public Round begin(Site site) throws IOException, SQLException {
        return new BankRound(site, ways, items);
    }

    @Override
    public void close() {
        items.close();
    }
}
