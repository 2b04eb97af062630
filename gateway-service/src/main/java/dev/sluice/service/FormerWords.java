package dev.sluice.service;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;

/**
 * Commands and options that were removed from a program, each with a hint what to use instead. Only a refused command line is
 * searched for them, so that a valid word is never mistaken for a removed one.
 *
 * @param program the words that a user types before a command
 * @param instead the hints. A key is the removed command or option. If another command may have the same word, the key is the
 *     command and then the word. If only a value of an option was removed, the key is the command, the option and then the value
 */
public record FormerWords(String program, Map<String, String> instead) {

    /** Makes a command line print the hint for a removed word. Other wrong command lines are refused as before. */
    public CommandLine on(CommandLine commands) {
        final IParameterExceptionHandler usual = commands.getParameterExceptionHandler();
        return commands.setParameterExceptionHandler((wrong, arguments) -> {
            final Optional<String> said = in(arguments);
            if (said.isEmpty()) {
                return usual.handleParseException(wrong, arguments);
            }
            wrong.getCommandLine().getErr().println(said.get());
            return ExitCode.USAGE;
        });
    }

    /** Returns the hint for the first removed word in these arguments; empty if there is none. */
    public Optional<String> in(String... arguments) {
        final List<String> words = Arrays.stream(arguments)
                .flatMap(argument -> Stream.of(isOption(argument) ? argument.split("=", 2) : new String[] {argument}))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        return IntStream.range(0, words.size())
                .boxed()
                .flatMap(i -> named(words.get(0), i == 0 ? "" : words.get(i - 1), words.get(i)))
                .filter(instead::containsKey)
                .map(word -> "'" + program + " " + word + "' is gone: " + instead.get(word))
                .findFirst();
    }

    /**
     * Returns the keys under which the hint for a word may be stored. An option's value is looked up only together with the
     * option, because the value alone may be any text.
     */
    private static Stream<String> named(String command, String before, String word) {
        if (isOption(word) || before.isEmpty()) {
            return Stream.of(word, command + " " + word);
        }
        final String owner = isOption(before) ? command + " " + before : command;
        return Stream.of(word.split(",")).map(value -> owner + " " + value);
    }

    private static boolean isOption(String word) {
        return word.startsWith("-");
    }
}
