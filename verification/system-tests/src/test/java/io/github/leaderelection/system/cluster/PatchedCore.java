package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiles patched sources of the core.
 */
final class PatchedCore {

	private static final Path SOURCES = SampleJar.target()
		.resolveSibling("../../leader-election-core/src/main/java/io/github/leaderelection/internal")
		.normalize();

	private PatchedCore() {
	}

	/**
	 * Compiles.
	 * @param patches the patches, of one source or of several
	 * @param classPath what the sources need
	 * @param work an empty directory
	 * @return the directory of the classes
	 * @throws IOException if a file cannot be read or written
	 */
	static Path compile(List<Patch> patches, String classPath, Path work) throws IOException {
		Map<String, String> patched = new LinkedHashMap<>();
		for (Patch patch : patches) {
			String text = patched.get(patch.source());
			if (text == null) {
				text = Files.readString(SOURCES.resolve(patch.source()));
			}
			patched.put(patch.source(), patch.apply(text));
		}
		Path classes = Files.createDirectories(work.resolve("classes"));
		Path sources = work.resolve("sources");
		for (Map.Entry<String, String> source : patched.entrySet()) {
			Path file = sources.resolve(source.getKey());
			Files.createDirectories(file.getParent());
			Files.writeString(file, source.getValue());
		}
		JavaSources.compile(sources, classPath, classes);
		return classes;
	}

}
