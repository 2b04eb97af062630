package dev.sluice.faults.kill;

import java.io.IOException;
import java.sql.SQLException;

/** A database or a directory that a backup is made of and brought back to, while no process has it open. One thread. */
public interface Restorable {

    /** Makes a backup, in the place of the one before. */
    void backUp() throws IOException, SQLException;

    /** Brings the backup back, which stays; what was there is put aside. */
    void setBack() throws IOException, SQLException;

    /** Has what was put aside there again. */
    void putBack() throws IOException, SQLException;
}
