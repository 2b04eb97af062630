package dev.sluice.faults.kill;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** What is killed, and what must hold then. One thread. */
public interface Scenario extends AutoCloseable {

    /** A new round, in a directory that it makes, over databases that it makes. */
    Round begin(Round.Site site) throws IOException, SQLException;

    /** What a round that goes on and those before it counted, for people. */
    String progress(Round round);

    /** What all rounds counted, as lines for people. */
    List<String> counted();

    @Override
    default void close() {}
}
