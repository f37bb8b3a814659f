package io.github.leaderelection.simulator.mutants;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles patched sources in memory, against the classes of all that was not patched.
 */
final class MutantCompiler {

	private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

	/** Of each thread one for all mutants: it remembers what is in the class path. */
	private final ThreadLocal<StandardJavaFileManager> files = ThreadLocal
		.withInitial(() -> this.compiler.getStandardFileManager(null, null, null));

	private final String classPath;

	/**
	 * Prepares a compiler.
	 * @param classPath what the sources need
	 */
	MutantCompiler(String classPath) {
		this.classPath = classPath;
	}

	/**
	 * Compiles.
	 * @param mutant whose sources they are
	 * @param patched the text of each file, by its path
	 * @return the classes by name
	 * @throws IllegalStateException if they cannot be compiled
	 */
	Map<String, byte[]> compile(Mutant mutant, Map<String, String> patched) {
		StringWriter messages = new StringWriter();
		List<Source> sources = new ArrayList<>();
		patched.forEach((file, text) -> sources.add(new Source(CoreSources.pathOf(file), text)));
		Memory memory = new Memory(this.files.get());
		// not as a release, for which the compiler unpacks another description of the
		// platform each time
		List<String> options = List.of("-proc:none", "-nowarn", "-g", "-parameters", "-source", "17", "-target", "17",
				"-classpath", this.classPath);
		if (!this.compiler.getTask(messages, memory, null, options, null, sources).call()) {
			throw new IllegalStateException("The mutant '" + mutant.name() + "' cannot be compiled:\n" + messages);
		}
		return memory.classes();
	}

	/**
	 * A source that is on no disk.
	 */
	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		Source(String path, String text) {
			super(URI.create("mutant:///" + path), Kind.SOURCE);
			this.text = text;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

	/**
	 * Keeps the classes.
	 */
	private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {

		private final Map<String, ByteArrayOutputStream> written = new LinkedHashMap<>();

		Memory(JavaFileManager files) {
			super(files);
		}

		@Override
		public JavaFileObject getJavaFileForOutput(Location location, String className, JavaFileObject.Kind kind,
				FileObject sibling) {
			return new SimpleJavaFileObject(URI.create("mutant:///" + className.replace('.', '/') + kind.extension),
					kind) {

				@Override
				public OutputStream openOutputStream() {
					ByteArrayOutputStream bytes = new ByteArrayOutputStream();
					Memory.this.written.put(className, bytes);
					return bytes;
				}

			};
		}

		Map<String, byte[]> classes() {
			Map<String, byte[]> classes = new LinkedHashMap<>();
			this.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
			return classes;
		}

	}

}
