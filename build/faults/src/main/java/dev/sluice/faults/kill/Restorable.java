package dev.sluice.faults.kill;

import java.io.IOException;
import java.sql.SQLException;

/** A database or directory that can be backed up and set back to the backup while no process has it open. For one thread. */
public interface Restorable {

    /** Makes a backup that replaces the previous one. */
    void backUp() throws IOException, SQLException;

    /** Replaces the content by that of the backup, and puts the present content aside. The backup is kept. */
    void setBack() throws IOException, SQLException;

    /** Restores the content that was put aside. */
    void putBack() throws IOException, SQLException;
}
