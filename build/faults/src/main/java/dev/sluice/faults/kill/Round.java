package dev.sluice.faults.kill;

import java.io.IOException;
import java.sql.SQLException;

/** Some cycles over the same lanes and databases, with a mishap in each cycle. For one thread. */
public interface Round extends AutoCloseable {

    /** Starts the processes that are not running, causes a mishap, and checks the state afterwards. */
    void cycle(int number) throws IOException, SQLException, InterruptedException;

    /** Waits until all requests are answered without another mishap, and checks everything. */
    void finish() throws IOException, SQLException, InterruptedException;

    /** Deletes all files and databases of the closed round. */
    void delete() throws IOException, SQLException;

    /** Adds the counts to the report, ends the processes that still run, and closes the lanes. */
    @Override
    void close() throws IOException;
}
