package dev.sluice.service.init;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.init.Project.Access;
import dev.sluice.service.jdbc.catalog.KeyedTables;
import dev.sluice.service.jdbc.connect.Embedded;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.connect.Product;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice init}: writes a project for the tables of a database. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads the catalog of a PostgreSQL, HSQLDB, H2 or MariaDB, and writes a Maven project: a gateway's configuration"
                    + " with a lookup by primary key for each table, an interface that asks the lookups, a job that"
                    + " writes a line for each row of one table, and the job's test.",
            "Changes nothing in the database, and no file that exists."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the project is written",
            "1:nothing is written: a file exists, the database cannot be reached, or no table has a primary key that can"
                    + " be asked",
            "2:wrong command line, or no such schema or table"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice init --url jdbc:hsqldb:file:data/shop --user SA --dir ../shop",
            "  SLUICE_DB_PASSWORD=... sluice init --url jdbc:postgresql://localhost/shop --user shop --table policy customer"
        })
public final class InitCommand implements Callable<Integer> {

    private static final int LONGEST_NAME = 60;

    @Option(names = "--url", required = true, paramLabel = "URL", description = "The database's JDBC URL.")
    private String url;

    @Option(names = "--user", paramLabel = "NAME", description = "The database's user.")
    private String user = "";

    @Option(
            names = "--password-env",
            paramLabel = "NAME",
            description =
                    "The environment variable with the user's password (default: ${DEFAULT-VALUE}). The project has the"
                            + " variable's name, and never its value. If it is not set, the user has no password.")
    private String passwordVariable = "SLUICE_DB_PASSWORD";

    @Option(names = "--schema", paramLabel = "NAME", description = "The schema. Default: the user's own.")
    private Optional<String> schema = Optional.empty();

    @Option(
            names = "--table",
            arity = "1..*",
            paramLabel = "NAME",
            description = "The tables; the job reads the first. Default: all tables of the schema.")
    private List<String> tables = List.of();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "The project's directory, made if it is missing. Default: the working directory.")
    private Path directory = Path.of("");

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try {
            return write(project(), out);
        } catch (final ConfigException e) {
            out.println(e.getMessage());
            return 1;
        } catch (final UnreachableException e) {
            out.println("--url: " + e.getMessage()
                    + (e.inUse() ? "; stop the process that has them open" : "")
                    + (password().isEmpty() ? "\nNo password was given: " + passwordVariable + " is not set" : ""));
            return 1;
        } catch (final IOException e) {
            out.println("cannot write the project: " + e);
            return 1;
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } finally {
            out.flush();
        }
    }

    private Project project() throws UnreachableException {
        if (!passwordVariable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new IllegalArgumentException("--password-env: expected the name of an environment variable");
        } else if (JdbcUrl.parse(url).isEmpty()) {
            throw new IllegalArgumentException(
                    "--url: expected a URL that starts with 'jdbc:' and holds no password; the"
                            + " password comes from the environment variable " + passwordVariable);
        } else if (!Product.of(url).known()) {
            throw new IllegalArgumentException(
                    "--url: expected jdbc:postgresql:, jdbc:hsqldb:, jdbc:h2: or jdbc:mariadb:");
        }
        final Access access = new Access(absolute(url), user, password().isEmpty() ? "" : passwordVariable);
        final DatabaseConfig database = GatewayConfig.parse(access.yaml(), directory, System::getenv)
                .databases()
                .get("main");
        final KeyedTables found = KeyedTables.read(database, schema, tables);
        return new Project(name(), access, found, JavaTable.of(found.keyed()));
    }

    private Optional<String> password() {
        return Optional.ofNullable(System.getenv(passwordVariable));
    }

    /** Returns a URL that names the same files from any directory. */
    private static String absolute(String url) {
        final String head = url.replaceAll("(?s)^(jdbc:\\w+:(?:file:)?).*", "$1");
        return Embedded.path(url)
                .filter(path -> !Path.of(path).isAbsolute())
                .map(path -> head
                        + Path.of(path).toAbsolutePath().normalize()
                        + url.substring(head.length() + path.length()))
                .orElse(url);
    }

    private String name() {
        final String plain = directory
                .toAbsolutePath()
                .normalize()
                .getFileName()
                .toString()
                .replaceAll("[^A-Za-z0-9_-]+", "-")
                .replaceAll("^-+|-+$", "");
        return plain.isEmpty() ? "batch" : plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
    }

    private int write(Project project, PrintWriter out) throws IOException {
        project.found().leftOut().forEach((table, why) -> out.println("left out: " + table + ": " + why));
        if (project.tables().isEmpty()) {
            out.println("no table has a primary key that can be asked; nothing is written");
            return 1;
        }
        final Map<String, String> files = project.files();
        final List<Path> existing = files.keySet().stream()
                .map(directory::resolve)
                .filter(Files::exists)
                .toList();
        if (!existing.isEmpty()) {
            existing.forEach(file -> out.println("already there: " + file));
            out.println("nothing is written");
            return 1;
        }
        for (final Map.Entry<String, String> file : files.entrySet()) {
            final Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(path, file.getValue(), StandardOpenOption.CREATE_NEW);
            out.println("written: " + path);
        }
        project.tables()
                .forEach(table -> table.unasked()
                        .forEach((column, why) ->
                                out.println("not asked: " + table.table().name() + "." + column + ": " + why)));
        return 0;
    }
}
