package dev.sluice.service.check;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.Nearest;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.probe.DatabaseProbe;
import dev.sluice.service.jdbc.probe.DatabaseReport.Prepared;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice explain}: shows what the gateway proves about one statement, and what follows from it. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Explains one lookup or statement: what it touches, with which requests it keeps its order, whether it"
                    + " shares transactions and calls, why it shares no more, and what to do about it.",
            "Queries the database's catalog. Runs no statement and changes nothing. May be used while a gateway runs."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the explanation is printed",
            "1:the configuration is wrong, the database cannot be reached, or it refuses the statement",
            "2:wrong command line, or no such lookup or statement"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice explain --config config/gateway.yaml customer",
            "  sluice explain --config config/gateway.yaml 'DELETE FROM contract WHERE id = ?' --types long"
        })
public final class ExplainCommand implements Callable<Integer> {

    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "The configuration, such as config/gateway.yaml.")
    private Path file;

    @Parameters(paramLabel = "NAME|SQL", description = "A declared lookup or statement, or any SQL.")
    private String asked;

    @Option(
            names = "--types",
            split = ",",
            paramLabel = "TYPE,TYPE...",
            description = "The types of the arguments of SQL, such as long,text. Default: as the database infers them.")
    private List<String> types = List.of();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "The database for SQL. Default: the one with adHoc: true, or the only one.")
    private String database;

    @Spec
    private CommandSpec spec;

    /** Thrown if the command line names something that does not exist, or has options that do not apply to what it names. */
    private static final class WrongQuestionException extends Exception {

        private static final long serialVersionUID = 1L;

        WrongQuestionException(String message) {
            super(message);
        }
    }

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try {
            final GatewayConfig config = BackendReview.load(file);
            return explain(config, declaration(config), out);
        } catch (final ConfigException e) {
            out.println(e.getMessage());
            return 1;
        } catch (final WrongQuestionException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 2;
        }
    }

    private static int explain(GatewayConfig config, Declaration declaration, PrintWriter out) {
        final DatabaseConfig database = config.databases().get(declaration.database());
        try {
            final Prepared prepared = DatabaseProbe.explain(config, database, declaration);
            if (prepared instanceof Prepared.As as) {
                as.explanation().forEach(out::println);
                if (declaration.isAdHoc() && !database.adHoc().allows(declaration.sql())) {
                    out.println();
                    out.println("Not allowed as ad hoc SQL: declare it under statements, or set databases."
                            + database.name() + ".adHoc to true");
                }
                return 0;
            }
            out.println(
                    prepared instanceof Prepared.Untried untried
                            ? untried.reason()
                            : "databases." + database.name() + " cannot prepare the statement: "
                                    + ((Prepared.Refused) prepared).reason());
        } catch (final UnreachableException e) {
            out.println("databases." + database.name() + ": " + e.getMessage()
                    + (e.inUse() ? "; stop the gateway that has them open, or explain on a copy" : ""));
        }
        return 1;
    }

    private Declaration declaration(GatewayConfig config) throws WrongQuestionException {
        final Map<String, Declaration> declared = new TreeMap<>(config.lookups());
        declared.putAll(config.statements());
        final Declaration found = declared.get(asked);
        if (found != null) {
            if (!types.isEmpty() || database != null) {
                throw new WrongQuestionException(
                        "--types and --database are only for SQL, but '" + asked + "' is declared");
            }
            return found;
        }
        if (config.rest().lookups().containsKey(asked)
                || config.rest().endpoints().containsKey(asked)) {
            throw new WrongQuestionException("'" + asked + "' belongs to a service, for which nothing is proved:"
                    + " 'sluice check' shows how it is called, and which tables it declares");
        }
        if (asked.strip().matches("[\\w.-]+")) {
            throw new WrongQuestionException(
                    "there is no lookup or statement '" + asked + "'" + Nearest.suggestion(asked, declared.keySet()));
        }
        return Declaration.adHoc(database(config), asked, types());
    }

    private String database(GatewayConfig config) throws WrongQuestionException {
        final Map<String, DatabaseConfig> all = config.databases();
        final Optional<String> chosen = Optional.ofNullable(database)
                .or(() -> config.adHocDatabase().map(DatabaseConfig::name))
                .or(() -> all.keySet().stream().filter(name -> all.size() == 1).findFirst());
        return chosen.filter(all::containsKey)
                .orElseThrow(() -> new WrongQuestionException("--database: expected one of "
                        + String.join(", ", new TreeMap<>(all).keySet())
                        + chosen.map(name -> ", not " + name).orElse("")));
    }

    private Optional<List<ValueType>> types() throws WrongQuestionException {
        try {
            return types.isEmpty()
                    ? Optional.empty()
                    : Optional.of(types.stream()
                            .map(type -> ValueType.valueOf(type.strip().toUpperCase(Locale.ROOT)))
                            .toList());
        } catch (final IllegalArgumentException e) {
            throw new WrongQuestionException("--types: expected some of "
                    + Arrays.stream(ValueType.values())
                            .map(type -> type.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "))
                    + ", not " + String.join(",", types));
        }
    }
}
