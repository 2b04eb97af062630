package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.faults.kill.Rounds;
import dev.sluice.faults.kill.Rounds.Site;
import java.io.IOException;
import java.sql.SQLException;

/** Rounds of the bank beside the service that holds its items. */
record BankRounds(RoundOptions options, ItemService items) implements Rounds {

    static BankRounds of(RoundOptions options) throws IOException {
        return new BankRounds(options, new ItemService());
    }

    @Override
    public Round begin(Site site) throws IOException, SQLException {
        return new BankRound(site, options, items);
    }

    @Override
    public void close() {
        items.close();
    }
}
