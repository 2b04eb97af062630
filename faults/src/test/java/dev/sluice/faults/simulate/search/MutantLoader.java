package dev.sluice.faults.simulate.search;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Loads the gateway's service and the simulation once more, with one class compiled from another source. */
final class MutantLoader extends ClassLoader {

    private static final List<String> LOADED_AGAIN = List.of("dev.sluice.service.", "dev.sluice.faults.simulate.");

    private final Map<String, byte[]> compiled;

    private MutantLoader(Map<String, byte[]> compiled) {
        super(MutantLoader.class.getClassLoader());
        this.compiled = compiled;
    }

    /** With everything as it is. */
    static MutantLoader ofNothing() {
        return new MutantLoader(Map.of());
    }

    static MutantLoader of(Mutant mutant) throws IOException {
        return new MutantLoader(compile(mutant.className(), mutant.source()));
    }

    /** Returns what {@link Probe} finds in these classes. */
    @SuppressWarnings("unchecked") // classes of the JDK are the same in every loader
    Map<String, String> broken(String expected, String run, int seeds) throws ReflectiveOperationException {
        final Class<?> probe = loadClass(Probe.class.getName());
        return (Map<String, String>)
                probe.getMethod("broken", String.class, String.class, int.class).invoke(null, expected, run, seeds);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (LOADED_AGAIN.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            final Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        final byte[] other = compiled.get(name);
        if (other != null) {
            return defineClass(name, other, 0, other.length);
        }
        try (InputStream resource = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (resource == null) {
                throw new ClassNotFoundException(name);
            }
            final byte[] bytes = resource.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (final IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static Map<String, byte[]> compile(String className, String text) throws IOException {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        final Map<String, ByteArrayOutputStream> outputs = new HashMap<>();
        try (JavaFileManager files = new ToMemory(compiler, outputs)) {
            final JavaFileObject source = new Source(className, text);
            final List<String> options =
                    List.of("-proc:none", "-nowarn", "-classpath", System.getProperty("java.class.path"));
            if (!compiler.getTask(null, files, said, options, null, List.of(source))
                    .call()) {
                throw new IllegalStateException(className + " does not compile: " + said.getDiagnostics());
            }
        }
        final Map<String, byte[]> classes = new HashMap<>();
        outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String className, String text) {
            super(URI.create("memory:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class ToMemory extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, ByteArrayOutputStream> outputs;

        ToMemory(JavaCompiler compiler, Map<String, ByteArrayOutputStream> outputs) {
            super(compiler.getStandardFileManager(null, null, null));
            this.outputs = outputs;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            if (location != StandardLocation.CLASS_OUTPUT) {
                throw new IllegalArgumentException("Only classes are made here");
            }
            return new SimpleJavaFileObject(URI.create("memory:///" + className + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    outputs.put(className, bytes);
                    return bytes;
                }
            };
        }
    }
}
