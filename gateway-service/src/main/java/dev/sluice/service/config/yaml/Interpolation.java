package dev.sluice.service.config.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces <code>${NAME}</code> and <code>${NAME:default}</code> by environment variables, <code>${file:path}</code> by a
 * file's content without the white space around it, and <code>${config.dir}</code> by the directory from which relative paths
 * are resolved. References inside an inserted value are not replaced.
 *
 * @param baseDir the directory from which relative paths are resolved
 * @param env returns the value of an environment variable; null if it is not set
 */
record Interpolation(Path baseDir, UnaryOperator<String> env) {

    private static final String MARK = "${";
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)(}?)");
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?::(.*))?", Pattern.DOTALL);
    private static final String FILE = "file:";
    private static final String DIRECTORY = "config.dir";
    /** A limit above the size of any secret, so that a device or a wrong file is not read into memory as a whole. */
    private static final int MAX_FILE_BYTES = 64 * 1024;

    /** Whether a text has references, so that its value does not come from the configuration file alone. */
    static boolean concerns(String text) {
        return text.contains(MARK);
    }

    /** Whether a text refers to a file, so that its value may change. */
    static boolean readsFiles(String text) {
        return text.contains(MARK + FILE);
    }

    /**
     * Returns the text with its references replaced.
     *
     * @throws WrongValueException if a reference cannot be resolved; the message contains neither a default nor a file's content
     */
    String resolve(String text) throws WrongValueException {
        final Matcher matcher = REFERENCE.matcher(text);
        final StringBuilder resolved = new StringBuilder();
        while (matcher.find()) {
            if (matcher.group(2).isEmpty()) {
                throw new WrongValueException(
                        "a '${' has no '}'. If the value really contains '${', put it into a file, and refer to the"
                                + " file with ${file:path}");
            }
            matcher.appendReplacement(resolved, Matcher.quoteReplacement(value(matcher.group(1))));
        }
        return matcher.appendTail(resolved).toString();
    }

    private String value(String reference) throws WrongValueException {
        if (reference.startsWith(FILE)) {
            return content(reference.substring(FILE.length()));
        }
        if (reference.equals(DIRECTORY)) {
            return baseDir.toString().isEmpty() ? "." : baseDir.toString();
        }
        final Matcher variable = VARIABLE.matcher(reference);
        if (!variable.matches()) {
            throw new WrongValueException(
                    "what is between '${' and '}' is neither NAME, NAME:default, file:path nor config.dir");
        }
        final String value = env.apply(variable.group(1));
        if (value != null) {
            return value;
        }
        if (variable.group(2) == null) {
            throw new WrongValueException("the environment variable " + variable.group(1)
                    + " is not set; set it or give a default, ${" + variable.group(1) + ":default}");
        }
        return variable.group(2);
    }

    private String content(String name) throws WrongValueException {
        final String problem = "cannot read the file '" + name + "': ";
        try (InputStream in = Files.newInputStream(baseDir.resolve(name))) {
            final byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
            if (bytes.length > MAX_FILE_BYTES) {
                throw new WrongValueException(problem + "it has more than " + Units.SIZE.write(MAX_FILE_BYTES));
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .strip();
        } catch (NoSuchFileException e) {
            throw new WrongValueException(problem + "there is no such file");
        } catch (CharacterCodingException e) {
            throw new WrongValueException(problem + "it is not UTF-8 text");
        } catch (InvalidPathException | IOException e) {
            throw new WrongValueException(problem + e);
        }
    }

    /** Thrown if a value is not what its key expects. The message is written for the user. */
    static final class WrongValueException extends Exception {

        private static final long serialVersionUID = 1L;

        WrongValueException(String message) {
            super(message);
        }
    }
}
