package dev.sluice.faults.kill;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** HSQLDB on files, in the gateway's own process, so that a kill of the gateway also ends the database. */
final class HsqldbStores implements Stores {

    static {
        // By default HSQLDB would change the logging of the whole JVM.
        System.setProperty("hsqldb.reconfig_logging", "false");
    }

    @Override
    public Store create(Path round, String name) throws IOException {
        return new Database(Files.createDirectories(round.resolve("hsqldb-" + name)));
    }

    private record Database(Path directory) implements Store {

        /**
         * Returns a URL that disables the lock file, because HSQLDB would wait ten seconds for it after each kill. No lock is
         * needed, because only one process at a time opens the files.
         */
        @Override
        public String url() {
            return "jdbc:hsqldb:file:" + directory.resolve("db")
                    + ";hsqldb.write_delay=false;shutdown=true;hsqldb.lock_file=false";
        }

        @Override
        public String user() {
            return "SA";
        }

        /** Opens a copy of the files. Opening the files themselves would start the recovery, which is the gateway's task. */
        @Override
        public Connection inspect() throws IOException, SQLException {
            final Database copy = copy();
            Trees.delete(copy.directory);
            Trees.copy(directory, copy.directory);
            return copy.connect();
        }

        @Override
        public Restorable restorable() {
            return new RestorableDirectory(directory);
        }

        /** Deletes the files; the backup is deleted with the directory of the round. */
        @Override
        public void drop() throws IOException {
            Trees.delete(directory);
            Trees.delete(copy().directory);
        }

        private Database copy() {
            return new Database(directory.resolveSibling(directory.getFileName() + "-inspected"));
        }
    }
}
