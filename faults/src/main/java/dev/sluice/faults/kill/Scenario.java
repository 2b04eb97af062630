package dev.sluice.faults.kill;

import java.io.IOException;
import java.sql.SQLException;

/** Says what a series kills, and checks what must hold after each kill. */
@FunctionalInterface
public interface Scenario {

    /** Begins a round; the round makes its own directory and databases. */
    Round begin(Round.Site site) throws IOException, SQLException;
}
