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
 * Words of a program's command line that are gone, each with what is used instead. Only a command line that is refused is looked
 * through, so that nothing is taken for one of them that is another word now.
 *
 * @param program what a person types before its commands
 * @param instead by the command or the option; by the command and its word or option where others may have that, too; and with the
 *     value of an option after it
 */
public record FormerWords(String program, Map<String, String> instead) {

    /** Has that command line say it; otherwise it refuses a command line as it did. */
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

    /** Says what is used instead of the first such word of these arguments; empty if there is none. */
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

    /** A value counts with its option only: alone it may be anybody's word, such as a reason. */
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
