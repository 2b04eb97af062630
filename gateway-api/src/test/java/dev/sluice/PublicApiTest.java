package dev.sluice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a job's author meets: few public types, and none of them names what is internal. */
class PublicApiTest {

    private static final List<String> PACKAGES =
            List.of("dev.sluice.api", "dev.sluice.client", "dev.sluice.client.job", "dev.sluice.client.loop");

    /** For those who write another transport. */
    private static final String TRANSPORT = "dev.sluice.transport.";

    private static final int MOST_TYPES = 60;

    @Test
    void shouldOfferFewTypes() throws Exception {
        final List<Class<?>> types = publicTypes();
        assertTrue(types.size() <= MOST_TYPES, types.size() + " public types: " + types);
    }

    @Test
    void shouldNameNothingInternalInPublicSignatures() throws Exception {
        final List<String> internal = new ArrayList<>();
        for (final Class<?> type : publicTypes()) {
            final Stream<? extends Member> members = Stream.of(
                            Arrays.stream(type.getDeclaredConstructors()),
                            Arrays.stream(type.getDeclaredMethods()).filter(method -> !method.isSynthetic()),
                            Arrays.stream(type.getDeclaredFields()))
                    .flatMap(each -> each);
            members.filter(PublicApiTest::isOffered)
                    .map(PublicApiTest::signature)
                    .filter(PublicApiTest::isInternal)
                    .forEach(internal::add);
            Stream.concat(Stream.of(type.getGenericInterfaces()), Stream.ofNullable(type.getGenericSuperclass()))
                    .filter(parent -> isInternal(parent.getTypeName()))
                    .forEach(parent -> internal.add(type.getName() + " is a " + parent));
        }
        assertEquals(List.of(), internal);
    }

    @Test
    void shouldKeepAllElseInInternalPackages() throws Exception {
        final List<String> elsewhere = classNames()
                .filter(name -> PACKAGES.stream().noneMatch(its -> name.startsWith(its + ".")))
                .filter(name -> !name.startsWith("dev.sluice.internal.") && !name.startsWith(TRANSPORT))
                .toList();
        assertEquals(List.of(), elsewhere);
    }

    private static boolean isOffered(Member member) {
        return Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers());
    }

    private static String signature(Member member) {
        return member instanceof Method method
                ? method.toGenericString()
                : member instanceof Constructor<?> constructor
                        ? constructor.toGenericString()
                        : ((Field) member).toGenericString();
    }

    private static boolean isInternal(String signature) {
        return signature.contains("dev.sluice.internal.") || signature.contains(TRANSPORT);
    }

    private static List<Class<?>> publicTypes() throws Exception {
        final List<Class<?>> types = new ArrayList<>();
        for (final String name : (Iterable<String>) classNames()::iterator) {
            final Class<?> type = Class.forName(name, false, PublicApiTest.class.getClassLoader());
            if (PACKAGES.contains(type.getPackageName()) && isPublic(type)) {
                types.add(type);
            }
        }
        return types;
    }

    private static boolean isPublic(Class<?> type) {
        return !type.isAnonymousClass()
                && Modifier.isPublic(type.getModifiers())
                && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
    }

    private static Stream<String> classNames() throws IOException, URISyntaxException {
        final Path classes = Path.of(GatewayClient.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            return files
                    .map(file -> classes.relativize(file)
                            .toString()
                            .replace('\\', '/')
                            .replace('/', '.'))
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .toList()
                    .stream();
        }
    }
}
