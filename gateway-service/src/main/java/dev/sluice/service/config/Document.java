package dev.sluice.service.config;

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

/** A YAML document from its text to the record made of it, or to the list of its problems. */
final class Document {

    /** The parser quotes what it stumbled over, which may be a password that lacks its quotes. */
    private static final Pattern QUOTED_SOURCE = Pattern.compile(
            "(?<=undefined alias|tag handle|tag is not allowed).*|, but found(?! another).*", Pattern.DOTALL);

    private Document() {}

    /** Reads a file, which is named in the message if it is refused. */
    static <T> T read(Path file, Path baseDir, UnaryOperator<String> env, Function<Section, T> reader) {
        return read(file.toString(), content(file), baseDir, env, reader);
    }

    /**
     * Reads a document.
     *
     * @param source what it is called in the message if it is refused
     */
    static <T> T read(
            String source, String yaml, Path baseDir, UnaryOperator<String> env, Function<Section, T> reader) {
        final Problems problems = new Problems();
        final Node root = compose(source, yaml);
        final Reading reading = new Reading(problems, new Interpolation(baseDir, env), baseDir);
        final T read = reader.apply(Section.of(root, "", root.getStartMark(), reading));
        if (problems.any()) {
            throw new ConfigException(source, problems.inFileOrder());
        }
        return read;
    }

    private static Node compose(String source, String yaml) {
        try {
            final Node root = new Yaml(new LoaderOptions()).compose(new StringReader(yaml));
            return root == null ? empty(source) : root;
        } catch (MarkedYAMLException e) {
            final Mark mark = e.getProblemMark();
            throw new ConfigException(
                    source, List.of(new Problem(mark.getLine() + 1, mark.getColumn() + 1, "", syntax(e))));
        } catch (YAMLException e) {
            // Not as the cause: its message may quote the document.
            throw unreadable(source, "not a YAML document, or one that is nested too deep or holds special characters");
        }
    }

    private static String syntax(MarkedYAMLException e) {
        final String context = e.getContext() == null ? "" : e.getContext() + ": ";
        final String problem = QUOTED_SOURCE.matcher(e.getProblem()).replaceFirst("");
        return "not valid YAML: " + context + problem + "; quote values that begin with * & ! % @ ` or hold ': '";
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
