package dev.sluice.service.config.yaml;

import dev.sluice.service.config.yaml.ConfigException.Problem;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads a YAML document into a record, or refuses it with the list of its problems. */
public final class Document {

    /** The part of a parser's message that quotes the document: it may quote a password that was written without quotes. */
    private static final Pattern QUOTED_SOURCE = Pattern.compile(
            "(?<=undefined alias|tag handle|tag is not allowed).*|, but found(?! another).*", Pattern.DOTALL);

    private Document() {}

    /** Reads a file. If the file is refused, the message names it. Paths in the file are relative to its directory. */
    public static <T> T read(Path file, UnaryOperator<String> env, Function<Section, T> reader) {
        final Path directory = file.getParent() == null ? Path.of("") : file.getParent();
        return read(file.toString(), content(file), directory, env, reader);
    }

    /**
     * Reads a document.
     *
     * @param source the name of the document for the message if it is refused
     */
    public static <T> T read(
            String source, String yaml, Path baseDir, UnaryOperator<String> env, Function<Section, T> reader) {
        final Node root = compose(source, yaml);
        final Reading reading = new Reading(new Interpolation(baseDir, env));
        final T read = reader.apply(Section.of(root, "", root.getStartMark(), reading));
        reading.refuse(source);
        return read;
    }

    private static Node compose(String source, String yaml) {
        try {
            final Node root = new Yaml(new LoaderOptions()).compose(new StringReader(yaml));
            return root == null ? empty(source) : root;
        } catch (MarkedYAMLException e) {
            final Mark mark = e.getProblemMark();
            throw new ConfigException(
                    source, List.of(new Problem(mark.getLine() + 1, mark.getColumn() + 1, "", syntax(e, yaml))));
        } catch (YAMLException e) {
            // The exception is not attached as the cause, because its message may quote the document.
            throw unreadable(source, "no YAML document, or a document with too deep nesting or special characters");
        }
    }

    private static String syntax(MarkedYAMLException e, String yaml) {
        final String context = e.getContext() == null ? "" : e.getContext() + ": ";
        final String problem = QUOTED_SOURCE.matcher(e.getProblem()).replaceFirst("");
        return "not valid YAML: " + context + problem + "; " + hint(e, yaml);
    }

    private static String hint(MarkedYAMLException e, String yaml) {
        if (e.getProblem().contains("(TAB)")) {
            return "indent with spaces: a tab is not allowed there";
        }
        final boolean value = e.getProblem().startsWith("mapping values") && isInValue(e.getProblemMark(), yaml);
        final boolean indented = e.getProblem().startsWith("mapping values")
                || e.getProblem().startsWith("expected <block end>")
                || e.getProblem().startsWith("could not find expected ':'");
        return indented && !value
                ? "look at the indentation of this line and of those before it: keys of one section begin in the same column,"
                        + " and each is followed by ': '"
                : "quote values that begin with * & ! % @ ` or hold ': '";
    }

    /** Whether a key and a value precede this colon on its line. */
    private static boolean isInValue(Mark colon, String yaml) {
        final String line = yaml.lines().skip(colon.getLine()).findFirst().orElse("");
        return line.substring(0, Math.min(colon.getColumn(), line.length())).contains(": ");
    }

    private static Node empty(String source) {
        final Mark start = new Mark(source, 0, 0, 0, new int[0], 0);
        return new ScalarNode(Tag.NULL, "", start, start, ScalarStyle.PLAIN);
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw unreadable(file.toString(), "there is no such file");
        } catch (CharacterCodingException e) {
            throw unreadable(file.toString(), "not UTF-8 text");
        } catch (IOException e) {
            throw unreadable(file.toString(), "cannot be read: " + e);
        }
    }

    private static ConfigException unreadable(String source, String text) {
        return new ConfigException(source, List.of(new Problem(0, 0, "", text)));
    }
}
