package dev.sluice.faults.kill;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** Says what a series kills, and checks what must hold after each kill. One thread. */
public interface Scenario extends AutoCloseable {

    /** Begins a round; the round makes its own directory and databases. */
    Round begin(Round.Site site) throws IOException, SQLException;

    /** Returns the counts of the round under way and of all rounds before it, as text for a person. */
    String progress(Round round);

    /** Returns the counts of all rounds, as lines for a person. */
    List<String> counted();

    @Override
    default void close() {}
}
