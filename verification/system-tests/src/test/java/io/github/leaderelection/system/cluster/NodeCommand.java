package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a node is started.
 *
 * @param launcher what stands before the command
 * @param options further options of the JVM
 * @param arguments arguments of the application
 * @param libraries directories with jars beside the application's own
 * @param patches changes to the core
 * @param form the form of the application
 */
record NodeCommand(List<String> launcher, List<String> options, List<String> arguments, List<Path> libraries,
		List<Patch> patches, SampleForm form) {

	/** The same node with another application. */
	NodeCommand of(SampleForm other, List<Path> otherLibraries) {
		return new NodeCommand(this.launcher, this.options, this.arguments, otherLibraries, this.patches, other);
	}

	/**
	 * Starts a process, which ends with this one at the latest.
	 * @param work its directory, in which {@code output.txt} is what it writes
	 * @param moreOptions further options of the JVM
	 * @param moreArguments further arguments of the application
	 * @return the process
	 */
	Process launch(Path work, List<String> moreOptions, List<String> moreArguments) {
		List<String> jvm = new ArrayList<>(this.options);
		jvm.addAll(moreOptions);
		List<String> line = new ArrayList<>(this.launcher);
		line.addAll(SampleJar.prepared(this.form, this.patches)
			.command(jvm, this.libraries, Arguments.merge(this.arguments, moreArguments)));
		try {
			Files.createDirectories(work);
			Process started = new ProcessBuilder(line).directory(work.toFile())
				.redirectErrorStream(true)
				.redirectOutput(work.resolve("output.txt").toFile())
				.start();
			Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
			return started;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
