package dev.sluice.faults.kill;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** HSQLDB or H2 on files, in the gateway's own process, so that a kill of the gateway also ends the database. */
final class FileStores implements Stores {

    static {
        // By default HSQLDB would change the logging of the whole JVM.
        System.setProperty("hsqldb.reconfig_logging", "false");
    }

    private final String prefix;
    private final String settings;

    private FileStores(String prefix, String settings) {
        this.prefix = prefix;
        this.settings = settings;
    }

    /**
     * Databases of HSQLDB without a lock file, because HSQLDB would wait ten seconds for it after each kill. No lock is needed,
     * because only one process at a time opens the files.
     */
    static FileStores hsqldb() {
        return new FileStores("jdbc:hsqldb:file:", ";hsqldb.write_delay=false;shutdown=true;hsqldb.lock_file=false");
    }

    /** Databases of H2; the gateway itself has it write each commit at once. */
    static FileStores h2() {
        return new FileStores("jdbc:h2:file:", "");
    }

    @Override
    public Store create(Path round, String name) throws IOException {
        return new Database(Files.createDirectories(round.resolve("files-" + name)), prefix, settings);
    }

    private record Database(Path directory, String prefix, String settings) implements Store {

        @Override
        public String url() {
            return prefix + directory.resolve("db") + settings;
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
            return new Database(directory.resolveSibling(directory.getFileName() + "-inspected"), prefix, settings);
        }
    }
}
