package dev.sluice.faults.kill;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** HSQLDB on files that the gateway itself opens: a kill ends the database with it. */
final class HsqldbStores implements Stores {

    static {
        // It would set up the JVM's logging for itself.
        System.setProperty("hsqldb.reconfig_logging", "false");
    }

    @Override
    public Store create(Path round, String name) throws IOException {
        return new Database(Files.createDirectories(round.resolve("hsqldb-" + name)));
    }

    private record Database(Path directory) implements Store {

        /** Without a lock file, which would be waited for ten seconds after each kill; one process at a time opens the files. */
        @Override
        public String url() {
            return "jdbc:hsqldb:file:" + directory.resolve("db")
                    + ";hsqldb.write_delay=false;shutdown=true;hsqldb.lock_file=false";
        }

        @Override
        public String user() {
            return "SA";
        }

        /** Opens a copy: opening the files would do the recovery that the gateway is to do. */
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

        /** The backup goes with the directory of the round. */
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
