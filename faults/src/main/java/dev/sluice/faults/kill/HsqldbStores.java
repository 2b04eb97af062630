package dev.sluice.faults.kill;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** HSQLDB on files that the gateway itself opens: a kill ends the database with it. */
final class HsqldbStores implements Stores {

    static {
        // It would set up the JVM's logging for itself.
        System.setProperty("hsqldb.reconfig_logging", "false");
    }

    @Override
    public Store create(Path round, String name, Store.Tables tables) throws IOException, SQLException {
        final Database database = new Database(Files.createDirectories(round.resolve("hsqldb-" + name)));
        try (Connection connection = database.connect(database.directory)) {
            tables.create(connection);
        }
        return database;
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    private record Database(Path directory) implements Store {

        /** Its lock file would be waited for, ten seconds after each kill; here only one process at a time opens it. */
        private static String url(Path files) {
            return "jdbc:hsqldb:file:" + files.resolve("db")
                    + ";hsqldb.write_delay=false;shutdown=true;hsqldb.lock_file=false";
        }

        @Override
        public String url() {
            return url(directory);
        }

        @Override
        public String user() {
            return "SA";
        }

        private Connection connect(Path files) throws SQLException {
            return DriverManager.getConnection(url(files), user(), "");
        }

        /** Opening the files would do the recovery that the gateway is to do: a copy is opened. */
        @Override
        public Connection inspect() throws IOException, SQLException {
            final Path copy = copy();
            Trees.delete(copy);
            Files.createDirectory(copy);
            for (final Path file : filesIn(directory)) {
                if (Files.isRegularFile(file)) {
                    Files.copy(file, copy.resolve(file.getFileName()));
                }
            }
            return connect(copy);
        }

        @Override
        public void drop() throws IOException {
            Trees.delete(directory);
            Trees.delete(copy());
        }

        private Path copy() {
            return directory.resolveSibling(directory.getFileName() + "-inspected");
        }

        private static List<Path> filesIn(Path directory) throws IOException {
            try (Stream<Path> files = Files.list(directory)) {
                return files.toList();
            }
        }
    }
}
