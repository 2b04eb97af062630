package dev.sluice.service.config.yaml;

import dev.sluice.service.config.yaml.ConfigException.Problem;
import dev.sluice.service.config.yaml.Interpolation.WrongValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The reading of one file: reads single values from its nodes, and collects all mistakes, so that they are reported together.
 *
 * @param interpolation replaces references in values
 * @param problems the mistakes found so far
 */
record Reading(Interpolation interpolation, List<Problem> problems) {

    /** The maximum number of characters of a value that a message shows. */
    private static final int SHOWN = 60;

    private static final Comparator<Problem> IN_FILE_ORDER =
            Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

    Reading(Interpolation interpolation) {
        this(interpolation, new ArrayList<>());
    }

    void report(Mark mark, String path, String text) {
        problems.add(new Problem(mark.getLine() + 1, mark.getColumn() + 1, path, text));
    }

    /** Whether there is a mistake in this key or below it. */
    boolean isWrong(String path) {
        return problems.stream()
                .map(Problem::path)
                .anyMatch(at -> at.equals(path) || at.startsWith(path + ".") || at.startsWith(path + "["));
    }

    /** @throws ConfigException if there are problems; contains each problem once, even if it was found several times */
    void refuse(String source) {
        if (!problems.isEmpty()) {
            throw new ConfigException(
                    source, problems.stream().distinct().sorted(IN_FILE_ORDER).toList());
        }
    }

    /**
     * Returns the value of a node.
     *
     * @throws WrongValueException if the node does not have a value in this format
     */
    <T> T value(Node node, Format<T> format) throws WrongValueException {
        if (!(node instanceof ScalarNode scalar)) {
            // YAML reads a JSON document without quotes as a mapping.
            final String hint = node.getNodeId() == NodeId.mapping
                            && Tag.STR.equals(format.tag())
                            && format.choices().isEmpty()
                    ? "; put it in quotes"
                    : "";
            throw new WrongValueException("expected " + format.expects() + ", found " + found(node) + hint);
        }
        final String written = scalar.getValue();
        if (isReplaced(node)) {
            return replaced(written, format);
        }
        final Optional<T> value = format.parse().apply(written);
        if (value.isPresent() && format.takes(node.getTag())) {
            return value.get();
        }
        final String found = format.secret() ? kind(node) : found(node);
        final String hint =
                value.isPresent() ? quotesHint(format, node) : Nearest.suggestion(written, format.choices());
        throw new WrongValueException("expected " + format.expects() + ", found " + found + hint);
    }

    /** Whether a node's value comes from outside the file. */
    static boolean isReplaced(Node node) {
        return node instanceof ScalarNode scalar
                && Tag.STR.equals(node.getTag())
                && Interpolation.concerns(scalar.getValue());
    }

    /** Reads a value from outside the file. YAML types do not apply. No message shows the value: it may be a misplaced secret. */
    private <T> T replaced(String written, Format<T> format) throws WrongValueException {
        return format.parse()
                .apply(interpolation.resolve(written))
                .orElseThrow(() -> new WrongValueException("expected " + format.expects()
                        + ", found something else in the value from the environment or a file"));
    }

    private static String quotesHint(Format<?> format, Node node) {
        if (Tag.NULL.equals(node.getTag())) {
            return "; write \"\" for an empty text";
        }
        return Tag.STR.equals(format.tag()) ? "; put it in quotes" : "; write it without quotes";
    }

    /** Describes a node's content to the user. */
    static String found(Node node) {
        final String kind = kind(node);
        final boolean shown = node.getNodeId() == NodeId.scalar && !Tag.NULL.equals(node.getTag()) && !isTagged(node);
        return shown ? "the" + kind.substring(1) + " '" + shortened(((ScalarNode) node).getValue()) + "'" : kind;
    }

    /** Describes a node's content without the value itself. */
    private static String kind(Node node) {
        final Tag tag = node.getTag();
        if (node.getNodeId() != NodeId.scalar) {
            return node.getNodeId() == NodeId.sequence ? "a list" : "keys and values";
        }
        if (isTagged(node)) {
            return "a value with a YAML tag, such as !this";
        }
        if (Tag.NULL.equals(tag)) {
            return "nothing";
        }
        if (Tag.BOOL.equals(tag)) {
            return "a flag";
        }
        if (Tag.TIMESTAMP.equals(tag)) {
            return "a date";
        }
        return Tag.INT.equals(tag) || Tag.FLOAT.equals(tag) ? "a number" : "a text";
    }

    private static boolean isTagged(Node node) {
        return !node.getTag().startsWith(Tag.PREFIX);
    }

    private static String shortened(String text) {
        final String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }
}
