package io.github.leaderelection.system.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles what a test changed or made.
 */
final class JavaSources {

	private JavaSources() {
	}

	/**
	 * Compiles all sources of a directory.
	 * @param sources the directory
	 * @param classPath what the sources need
	 * @param classes the directory of the classes
	 * @throws IOException if the directory cannot be read
	 */
	static void compile(Path sources, String classPath, Path classes) throws IOException {
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-parameters", "--release", "17",
				"-classpath", classPath, "-d", classes.toString()));
		try (Stream<Path> files = Files.walk(sources)) {
			files.filter((file) -> file.toString().endsWith(".java")).forEach((file) -> arguments.add(file.toString()));
		}
		ByteArrayOutputStream messages = new ByteArrayOutputStream();
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		if (compiler.run(null, messages, messages, arguments.toArray(String[]::new)) != 0) {
			throw new IllegalStateException("The sources in " + sources + " cannot be compiled:\n" + messages);
		}
	}

}
