package dev.sluice.replay;

import dev.sluice.replay.export.mask.Mask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is masked, and with which key. */
final class MaskOption {

    @Option(
            names = "--mask",
            paramLabel = "WHAT",
            split = ",",
            description = {
                "Put pseudonyms in the place of values: 'keys' (every argument of a request, and where one comes back as a"
                        + " value of its rows), 'text' (every text and all bytes), 'all', 'NAME:COLUMN' (that column of that"
                        + " lookup's rows) or 'NAME:NUMBER' (that argument, from 1); NAME may be *.",
                "Equal values get equal pseudonyms of the same type. Header values, messages of failures and SQL that is no"
                        + " declared name are then masked, too.",
                "What stays: positions and times, names, kinds of failures and SQLStates, counts, NULL, numbers' signs and"
                        + " how many digits or letters a value has. A key within a longer text is only masked with 'text'."
            })
    private List<String> rules = new ArrayList<>();

    @Option(
            names = "--mask-key-file",
            paramLabel = "FILE",
            description =
                    "16 random bytes or more: files masked with the same key can be joined, and who has it can try out what"
                            + " a value was. Default: a random key that is kept nowhere.")
    private Optional<Path> keyFile = Optional.empty();

    /**
     * Empty if nothing is to be masked.
     *
     * @throws IllegalArgumentException if a rule or the key is none
     */
    Optional<Mask> mask() {
        if (rules.isEmpty() && keyFile.isPresent()) {
            throw new IllegalArgumentException("--mask-key-file without --mask masks nothing");
        }
        try {
            return rules.isEmpty() ? Optional.empty() : Optional.of(Mask.of(rules, key()));
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("--mask: " + e.getMessage(), e);
        } catch (final IOException e) {
            throw new IllegalArgumentException("--mask-key-file: cannot read " + e.getMessage(), e);
        }
    }

    private byte[] key() throws IOException {
        return keyFile.isPresent() ? Files.readAllBytes(keyFile.get()) : Mask.randomKey();
    }
}
