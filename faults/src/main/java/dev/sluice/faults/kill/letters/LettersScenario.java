package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** Restartable jobs and their gateways are killed, and each run ends with the file of an undisturbed one. One thread. */
final class LettersScenario implements Scenario {

    private final int contracts;
    private final JobTally tally = new JobTally();

    /** With so many letters in a run. */
    LettersScenario(int contracts) {
        this.contracts = contracts;
    }

    @Override
    public Round begin(Round.Site site) throws IOException, SQLException {
        return new LettersRound(site, contracts, tally);
    }

    @Override
    public String progress(Round round) {
        return String.format(
                Locale.ROOT, "%,d runs, %,d requests answered from history", tally.runs(), tally.fromHistory());
    }

    @Override
    public List<String> counted() {
        return tally.lines();
    }

    JobTally tally() {
        return tally;
    }
}
