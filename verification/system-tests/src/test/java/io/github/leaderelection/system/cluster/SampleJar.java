package io.github.leaderelection.system.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import io.github.leaderelection.probe.ProbeNames;

/**
 * The sample application in one of its forms, and the probe in a jar beside it. Made once
 * in each JVM that asks, and again for each form and each set of patches.
 */
final class SampleJar {

	private static final String MAIN = "io.github.leaderelection.sample.SampleApplication";

	private static final String PROBE = "io/github/leaderelection/probe/";

	private static final String IMPORTS = "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

	private static final String PROBES = "io.github.leaderelection.probe.ProbeAutoConfiguration\n"
			+ "io.github.leaderelection.probe.GroupsProbeAutoConfiguration\n";

	/** Conditions are asked when beans are processed, and not again. */
	private static final List<String> WHAT_DECIDES = List.of("--" + ProbeNames.DIRECTORY + "=.",
			"--leader-election.peers=http://localhost:1,http://localhost:2,http://localhost:3");

	/** A loaded machine takes its time to unpack and train it. */
	private static final int LIMIT_MINUTES = 3;

	private static final Map<Made, SampleJar> PREPARED = new ConcurrentHashMap<>();

	/** Of each process that runs tests: those side by side then prepare it at once. */
	private static final String OF_PROCESS = "-" + Integer.getInteger("surefire.forkNumber", 1);

	private static final Path UNPACKED = target().resolve("processes").resolve("application" + OF_PROCESS);

	private final String classPath;

	private final List<String> options;

	private final Path archive;

	private SampleJar(String classPath, List<String> options, Path archive) {
		this.classPath = classPath;
		this.options = options;
		this.archive = archive;
	}

	/**
	 * The application, with patches in it or without.
	 * @param form its form
	 * @param patches the patches, none for the application as it ships
	 * @return the application
	 */
	static SampleJar prepared(SampleForm form, List<Patch> patches) {
		if (!patches.isEmpty()) {
			SampleJar shipped = prepared(form, List.of());
			return PREPARED.computeIfAbsent(new Made(form, patches), (made) -> shipped.patched(patches));
		}
		SampleJar packaged = (form == SampleForm.AHEAD_OF_TIME) ? prepared(SampleForm.PACKAGED, List.of()) : null;
		return PREPARED.computeIfAbsent(new Made(form, patches),
				(made) -> (packaged != null) ? packaged.processed() : make(form));
	}

	private static SampleJar make(SampleForm form) {
		return (form == SampleForm.SPRING_BOOT_4_0) ? onSpringBoot40() : prepare();
	}

	/** A library that the application brings. */
	static Path library(String name) {
		prepared(SampleForm.PACKAGED, List.of());
		try (Stream<Path> files = Files.list(UNPACKED.resolve("lib"))) {
			return files.filter((file) -> file.getFileName().toString().startsWith(name + "-"))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("The application does not bring " + name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static Path target() {
		return Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("target");
	}

	/**
	 * The command that starts the application.
	 * @param options further options of the JVM
	 * @param libraries directories with jars beside the application's own
	 * @param arguments arguments of the application
	 * @return the command
	 */
	List<String> command(List<String> options, List<Path> libraries, List<String> arguments) {
		List<String> command = new ArrayList<>(
				List.of(Libraries.java(), "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
						"-Xshare:auto", "-Xlog:disable", "-Xlog:all=error:stderr"));
		command.addAll(this.options);
		command.addAll(options);
		if (Files.exists(this.archive)) {
			command.add("-XX:SharedArchiveFile=" + this.archive);
		}
		StringBuilder path = new StringBuilder(this.classPath);
		// At the end, so that the archive of classes goes on to fit.
		libraries.forEach(
				(directory) -> path.append(File.pathSeparator).append(directory).append(File.separator).append('*'));
		command.addAll(List.of("-cp", path.toString(), MAIN));
		command.addAll(arguments);
		return command;
	}

	private static SampleJar prepare() {
		try {
			Path directory = target().resolve("processes");
			Directories.delete(UNPACKED);
			Files.createDirectories(directory);
			run(directory, List.of(Libraries.java(), "-Djarmode=tools", "-jar", packaged().toString(), "extract",
					"--destination", UNPACKED.toString()));
			Path probe = UNPACKED.resolve("probe.jar");
			pack(probe);
			String classPath = UNPACKED.resolve(packaged().getFileName()) + File.pathSeparator + probe;
			return trained(classPath, List.of(), UNPACKED.resolve("classes.jsa"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** As an application has them that depends on Spring Boot 4.0 itself. */
	private static SampleJar onSpringBoot40() {
		try {
			Path work = target().resolve("processes").resolve("spring-boot-4.0" + OF_PROCESS);
			Directories.delete(work);
			Files.createDirectories(work);
			Path probe = work.resolve("probe.jar");
			pack(probe);
			Path sample = work.resolve("sample.jar");
			packAll(ofModule("sample-app").resolve("classes"), sample);
			Path libraries = ofModule("verification/boot-4.0").resolve("lib");
			return trained(String.join(File.pathSeparator, sample.toString(), probe.toString(),
					libraries + File.separator + "*"), List.of(), work.resolve("classes.jsa"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** As the plugin of Spring Boot does it, with the probe in it. */
	private SampleJar processed() {
		try {
			Path work = UNPACKED.resolve("ahead-of-time");
			Path sources = work.resolve("sources");
			Path classes = work.resolve("classes");
			List<String> command = new ArrayList<>(List.of(Libraries.java(), "-cp", this.classPath,
					"org.springframework.boot.SpringApplicationAotProcessor", MAIN, sources.toString(),
					classes.toString(), classes.toString(), "io.github.leaderelection", "sample-app"));
			command.addAll(WHAT_DECIDES);
			run(target().resolve("processes"), command);
			JavaSources.compile(sources, this.classPath + File.pathSeparator + UNPACKED.resolve("lib") + File.separator
					+ "*" + File.pathSeparator + classes, classes);
			Path jar = work.resolve("processed.jar");
			packAll(classes, jar);
			// Without an archive: to make one costs what it spares three nodes.
			return new SampleJar(jar + File.pathSeparator + this.classPath, List.of("-Dspring.aot.enabled=true"),
					work.resolve("classes.jsa"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path ofModule(String module) {
		return target().resolve("../../..").resolve(module).resolve("target").normalize();
	}

	private SampleJar patched(List<Patch> patches) {
		try {
			Path work = UNPACKED.resolve("patched-" + PREPARED.size());
			String libraries = this.classPath + File.pathSeparator + UNPACKED.resolve("lib") + File.separator + "*";
			Path classes = PatchedCore.compile(patches, libraries, work);
			Path jar = work.resolve("core.jar");
			packAll(classes, jar);
			return trained(jar + File.pathSeparator + this.classPath, this.options, work.resolve("classes.jsa"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static SampleJar trained(String classPath, List<String> options, Path archive) {
		SampleJar jar = new SampleJar(classPath, options, archive);
		jar.train(target().resolve("processes"));
		return jar;
	}

	/** Halves the time to start, which the tests do some sixty times. */
	private void train(Path directory) {
		run(directory,
				command(List.of("-XX:ArchiveClassesAtExit=" + this.archive, "-Dspring.context.exit=onRefresh"),
						List.of(), List.of("--server.port=0", "--spring.datasource.url=jdbc:h2:mem:training",
								"--leader-election.peers=", "--leader-election.standalone=true")));
	}

	private static Path packaged() {
		Path target = ofModule("sample-app");
		try (Stream<Path> files = Files.list(target)) {
			return files.filter((file) -> file.getFileName().toString().matches("sample-app-.*\\.jar"))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException(
						"There is no sample-app-*.jar in " + target + ": run ./mvnw package -pl sample-app -am"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void pack(Path jar) throws IOException {
		Path classes = target().resolve("test-classes");
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
				Stream<Path> files = Files.list(classes.resolve(PROBE))) {
			for (Path file : files.sorted().toList()) {
				entry(out, PROBE + file.getFileName(), Files.readAllBytes(file));
			}
			entry(out, IMPORTS, PROBES.getBytes());
		}
	}

	private static void packAll(Path classes, Path jar) throws IOException {
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
				Stream<Path> files = Files.walk(classes)) {
			for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
				String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
				entry(out, name, Files.readAllBytes(file));
			}
		}
	}

	private static void entry(JarOutputStream jar, String name, byte[] content) throws IOException {
		jar.putNextEntry(new JarEntry(name));
		jar.write(content);
		jar.closeEntry();
	}

	private static void run(Path directory, List<String> command) {
		Path log = directory.resolve("prepare" + OF_PROCESS + ".log");
		try {
			Process process = new ProcessBuilder(command).directory(directory.toFile())
				.redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start();
			if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
				process.destroyForcibly();
				throw new IllegalStateException(
						"Not done within " + LIMIT_MINUTES + " minutes: " + command + ", see " + log);
			}
			if (process.exitValue() != 0) {
				throw new IllegalStateException(
						command + " ended with " + process.exitValue() + ":\n" + Files.readString(log));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for " + command, ex);
		}
	}

	/**
	 * What the application was made from.
	 *
	 * @param form its form
	 * @param patches what was changed
	 */
	private record Made(SampleForm form, List<Patch> patches) {
	}

}
