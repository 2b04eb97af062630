package dev.sluice.onkafka;

import dev.sluice.examples.demo.DemoCommand;
import dev.sluice.faults.kafka.KafkaTransport;
import dev.sluice.faults.kill.CrashCommand;
import dev.sluice.perf.kafka.KafkaExperiment;
import dev.sluice.perf.lab.Program;
import dev.sluice.service.FormerWords;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The main program of {@code sluice demo} and {@code sluice crash} with {@code --transport kafka}, and of {@code sluice perf
 * kafka}.
 */
@Command(
        name = "sluice",
        description = "Commands whose lanes are on Apache Kafka.",
        mixinStandardHelpOptions = true,
        subcommands = DemoCommand.class)
public final class Main {

    /** Loggers that are switched off, because outages are frequent here, and the commands themselves report these outages. */
    private static final List<String> QUIET = List.of("org.apache.kafka", "dev.sluice.internal.client.GatewayWatch");

    private static final FormerWords FORMER = new FormerWords(
            "sluice", Map.of("crash --kills", "use --cycles", "crash --storm", "use --for, with the same time"));

    private Main() {}

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("kafka")) {
            Program.prepare();
            System.exit(Program.execute(KafkaExperiment.commandLine(), args));
        }
        QUIET.forEach(logger -> System.setProperty("org.slf4j.simpleLogger.log." + logger, "off"));
        System.exit(commandLine().execute(args));
    }

    /** Returns the command line. Executing it does not end this process. */
    public static CommandLine commandLine() {
        return FORMER.on(new CommandLine(new Main()).addSubcommand(new CrashCommand(new KafkaTransport())))
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}
