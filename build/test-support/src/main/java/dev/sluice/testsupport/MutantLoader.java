package dev.sluice.testsupport;

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

/**
 * Loads classes a second time. One of these classes may be compiled from changed source code, a mutant that tests must detect.
 */
public final class MutantLoader extends ClassLoader {

    private final List<String> loadedAgain;
    private final Map<String, byte[]> compiled;

    private MutantLoader(List<String> loadedAgain, Map<String, byte[]> compiled) {
        super(MutantLoader.class.getClassLoader());
        this.loadedAgain = loadedAgain;
        this.compiled = compiled;
    }

    /**
     * Returns a loader that loads all classes unchanged.
     *
     * @param loadedAgain the packages whose classes are loaded a second time, each with a dot at the end
     */
    public static MutantLoader ofNothing(List<String> loadedAgain) {
        return new MutantLoader(loadedAgain, Map.of());
    }

    /** Returns a loader that loads one class with the given change, and all other classes unchanged. */
    public static MutantLoader of(List<String> loadedAgain, SourceChange change) throws IOException {
        return new MutantLoader(loadedAgain, compile(change.className(), change.source()));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (loadedAgain.stream().noneMatch(name::startsWith)) {
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
                throw new IllegalArgumentException("Only class files can be written here");
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
