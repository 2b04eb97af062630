package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The way of a request, as docs/explanation/how-it-works.md tells it, is the way through the code. */
class HowItWorksTest {

    private static final Path WALK = Path.of("../docs/explanation/how-it-works.md");
    private static final Pattern LINE =
            Pattern.compile("^\\| \\d+ \\| `(\\w+)\\.(\\w+)` \\| (?:`(\\w+)\\.(\\w+)`)? \\|", Pattern.MULTILINE);
    private static final int LINES_AT_LEAST = 30;
    private static final int LINES_AT_MOST = 40;

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sluice");

    @Test
    void shouldNameMethodsThatAreThereAndCalledWhereItSays() throws IOException {
        final List<MatchResult> lines =
                LINE.matcher(Files.readString(WALK)).results().toList();
        assertTrue(lines.size() >= LINES_AT_LEAST && lines.size() <= LINES_AT_MOST, lines.size() + " lines");
        final List<String> wrong = new ArrayList<>();
        for (final MatchResult line : lines) {
            if (methods(line.group(1), line.group(2)).findAny().isEmpty()) {
                wrong.add("there is no " + line.group(1) + "." + line.group(2));
            } else if (line.group(3) != null && !calls(line.group(3), line.group(4), line.group(2))) {
                wrong.add(line.group(3) + "." + line.group(4) + " does not call " + line.group(2));
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static Stream<JavaCodeUnit> methods(String type, String name) {
        return CODE.stream()
                .filter(its -> its.getSimpleName().equals(type))
                .map(JavaClass::getCodeUnits)
                .flatMap(units -> units.stream().filter(unit -> unit.getName().equals(name)));
    }

    private static boolean calls(String type, String method, String called) {
        return methods(type, method)
                .flatMap(unit -> Stream.concat(
                        unit.getMethodCallsFromSelf().stream().map(call -> call.getTarget()),
                        unit.getMethodReferencesFromSelf().stream().map(reference -> reference.getTarget())))
                .map(AccessTarget.CodeUnitAccessTarget::getName)
                .anyMatch(called::equals);
    }
}
