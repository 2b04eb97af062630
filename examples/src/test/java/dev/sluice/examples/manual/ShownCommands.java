package dev.sluice.examples.manual;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Checks the command lines that a page shows: subcommands, options, modules, profiles and files exist. */
final class ShownCommands {

    private static final Pattern SLUICE =
            Pattern.compile("(?:^|[\\s(])(?:\\./|\\.\\./\\.\\./\\.\\./|\\$SLUICE/)?sluice +([a-z][^|&;>)#]*)");
    private static final Pattern MAVEN = Pattern.compile("(?:^|[\\s(])mvn +([^|&;>)#]*)");
    private static final Pattern OPTION = Pattern.compile("--?[a-z][a-z-]*");
    private static final Pattern FILE = Pattern.compile(
            "(?<![\\w/])(?:config|docs|examples|extras|build|gateway-api|gateway-service|perf|replay-tool)/[\\w./-]*[\\w/]");
    private static final Pattern JAR = Pattern.compile("(.*)/target/([a-z-]+)\\.jar");
    private static final Set<String> OF_THE_GATEWAY = Set.of("init", "run", "check", "explain", "lanes", "ctl");
    private static final Set<String> OF_THE_REPLAY_TOOL = Set.of("status", "cat", "show", "jobs");
    /** Programs that are not on the class path of this test: their options are looked for in their sources. */
    private static final Set<String> OF_THE_PROOFS = Set.of("crash", "crash-job", "simulate", "perf");

    private static final List<String> PROOFS = List.of("build/faults", "build/kafka", "perf", "examples");

    private final Path root;
    private final String proofs;
    private final String pom;

    ShownCommands(Path root) throws IOException {
        this.root = root;
        pom = Files.readString(root.resolve("pom.xml"));
        final StringBuilder sources = new StringBuilder();
        for (final String module : PROOFS) {
            try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
                files.filter(Files::isRegularFile).forEach(file -> sources.append(read(file)));
            }
        }
        proofs = sources.toString();
    }

    /** Whether a text is a command line of ours. */
    static boolean isCommand(String text) {
        return SLUICE.matcher(text).lookingAt() || MAVEN.matcher(text).lookingAt();
    }

    /** Returns what is wrong with a line of a shell, in words; empty if nothing is. */
    List<String> mistakes(String line) {
        final List<String> mistakes = new ArrayList<>();
        SLUICE.matcher(line).results().forEach(found -> sluice(words(found.group(1)), mistakes));
        MAVEN.matcher(line).results().forEach(found -> maven(words(found.group(1)), mistakes));
        FILE.matcher(line).results().forEach(found -> file(found.group(), mistakes));
        return mistakes;
    }

    private static List<String> words(String line) {
        return Arrays.stream(line.strip().split("\\s+")).toList();
    }

    private void sluice(List<String> words, List<String> mistakes) {
        final String command = words.get(0);
        final List<String> rest = words.subList(1, words.size());
        if (OF_THE_GATEWAY.contains(command)) {
            parsed(new CommandLine(dev.sluice.service.Main.class), words, mistakes);
        } else if (OF_THE_REPLAY_TOOL.contains(command)) {
            parsed(dev.sluice.replay.Main.commandLine(), words, mistakes);
        } else if (command.equals("replay")) {
            parsed(dev.sluice.replay.Main.commandLine(), rest, mistakes);
        } else if (command.equals("demo")) {
            parsed(new CommandLine(dev.sluice.examples.Main.class), words, mistakes);
        } else if (OF_THE_PROOFS.contains(command)) {
            rest.stream()
                    .map(ShownCommands::option)
                    .filter(option -> !option.isEmpty() && !declared(option))
                    .forEach(option -> mistakes.add("sluice " + command + " has no option " + option));
        } else {
            mistakes.add("sluice has no command " + command);
        }
    }

    /** The experiments' sizes are declared without the dashes. */
    private boolean declared(String option) {
        return proofs.contains('"' + option + '"') || proofs.contains('"' + option.replaceFirst("^--?", "") + '"');
    }

    private static void parsed(CommandLine program, List<String> words, List<String> mistakes) {
        CommandLine command = program;
        for (final String word : words) {
            final String option = option(word);
            if (!option.isEmpty() && !command.getCommandSpec().optionsMap().containsKey(option)) {
                mistakes.add(command.getCommandName() + " has no option " + option);
            } else if (command.getSubcommands().containsKey(word)) {
                command = command.getSubcommands().get(word);
            } else if (option.isEmpty() && command == program) {
                mistakes.add(program.getCommandName() + " has no command " + word);
                return;
            }
        }
    }

    /** Returns the name of an option; empty if the word is none. */
    private static String option(String word) {
        final String name = word.split("=", 2)[0];
        return OPTION.matcher(name).matches() && !name.equals("--help") ? name : "";
    }

    private void maven(List<String> words, List<String> mistakes) {
        for (int at = 0; at < words.size(); at++) {
            if (words.get(at).equals("-pl") && at + 1 < words.size()) {
                Arrays.stream(words.get(at + 1).split(","))
                        .filter(module -> Files.notExists(root.resolve(module).resolve("pom.xml")))
                        .forEach(module -> mistakes.add("there is no module " + module));
            } else if (words.get(at).startsWith("-P")) {
                final String profile = words.get(at).substring(2);
                if (!pom.contains("<id>" + profile + "</id>")) {
                    mistakes.add("there is no profile " + profile);
                }
            }
        }
    }

    private void file(String name, List<String> mistakes) {
        final Matcher jar = JAR.matcher(name);
        final boolean there = jar.matches()
                ? read(root.resolve(jar.group(1)).resolve("pom.xml"))
                        .contains("<artifactId>" + jar.group(2) + "</artifactId>")
                : Files.exists(root.resolve(name));
        if (!there) {
            mistakes.add("there is no " + name);
        }
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
