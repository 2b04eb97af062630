package dev.sluice.faults.kill;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** HSQLDB on files inside the gateway's process: a kill of the gateway also ends the database. */
final class HsqldbStores implements Stores {

    static {
        // HSQLDB would change the logging of the whole JVM.
        System.setProperty("hsqldb.reconfig_logging", "false");
    }

    @Override
    public Store create(Path round, String name) throws IOException {
        return new Database(Files.createDirectories(round.resolve("hsqldb-" + name)));
    }

    private record Database(Path directory) implements Store {

        /**
         * Returns a URL without a lock file, for which HSQLDB would wait ten seconds after each kill; only one process at a
         * time opens the files anyway.
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

        /** Opens a copy, because opening the files themselves would do the recovery that is the gateway's task. */
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
