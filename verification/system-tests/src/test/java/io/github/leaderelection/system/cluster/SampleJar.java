package io.github.leaderelection.system.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.probe.ProbeNames;

/**
 * The sample application in one of its forms, and the probe in a jar beside it. Made once
 * for all JVMs that ask, and once in each for each other form and each set of patches.
 */
final class SampleJar {

	private static final String MAIN = "io.github.leaderelection.sample.SampleApplication";

	private static final String PROBE = "io/github/leaderelection/probe/";

	private static final String IMPORTS = "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

	private static final String PROBES = "io.github.leaderelection.probe.ProbeAutoConfiguration\n"
			+ "io.github.leaderelection.probe.GroupsProbeAutoConfiguration\n"
			+ "io.github.leaderelection.probe.HeardPartitionsAutoConfiguration\n"
			+ "io.github.leaderelection.probe.MetadataProbeAutoConfiguration\n"
			+ "io.github.leaderelection.probe.PartitionsProbeAutoConfiguration\n";

	private static final String PEERS = "--leader-election.peers=http://localhost:1,http://localhost:2";

	/** Conditions are asked when beans are processed, and not again. */
	private static final List<String> WHAT_DECIDES = List.of("--" + ProbeNames.DIRECTORY + "=.",
			PEERS + ",http://localhost:3");

	private static final Map<Made, SampleJar> PREPARED = new ConcurrentHashMap<>();

	private static final Path PROCESSES = target().resolve("processes");

	private static final Path UNPACKED = PROCESSES.resolve("application");

	/** Of this process alone of those that run tests side by side. */
	private static final Path OWN = PROCESSES.resolve("forms-" + Integer.getInteger("surefire.forkNumber", 1));

	/** To make one costs what it spares three nodes. */
	private static final String NO_ARCHIVE = "no-archive.jsa";

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
		return switch (form) {
			case SPRING_BOOT_4_0 -> onSpringBoot40();
			case LAST_RELEASE -> prepare(LastRelease.application(), PROCESSES.resolve("last-release"));
			default -> prepare(packaged(), UNPACKED);
		};
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
		if (Files.exists(this.archive) && options.stream().noneMatch(SampleJar::isArchive)) {
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

	private static boolean isArchive(String option) {
		return option.startsWith("-XX:SharedArchiveFile=") || option.startsWith("-XX:ArchiveClassesAtExit=");
	}

	/** The first of those that run tests side by side prepares it for all. */
	private static SampleJar prepare(Path packaged, Path unpacked) {
		try {
			Files.createDirectories(PROCESSES);
			try (FileChannel file = FileChannel.open(PROCESSES.resolve("application.lock"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE)) {
				// until the file is closed
				file.lock();
				Path probe = unpacked.resolve("probe.jar");
				String classPath = unpacked.resolve(packaged.getFileName()) + File.pathSeparator + probe;
				SampleJar prepared = new SampleJar(classPath, List.of(), unpacked.resolve("classes.jsa"));
				Path made = unpacked.resolve("made-from.txt");
				String madeFrom = madeFrom(packaged);
				if (!Files.exists(made) || !Files.readString(made).equals(madeFrom)) {
					Directories.delete(unpacked);
					JavaTool.run(List.of(Libraries.java(), "-Djarmode=tools", "-jar", packaged.toString(), "extract",
							"--destination", unpacked.toString()));
					pack(probe);
					prepared.train();
					Files.writeString(made, madeFrom);
				}
				return prepared;
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A jar of a reproducible build has the same time whatever is in it. */
	private static String madeFrom(Path packaged) throws IOException {
		CRC32 content = new CRC32();
		content.update(Files.readAllBytes(packaged));
		try (Stream<Path> probe = Files.list(target().resolve("test-classes").resolve(PROBE))) {
			return Stream.concat(Stream.of(packaged), probe.sorted())
				.map((file) -> file + " of " + file.toFile().lastModified() + "\n")
				.collect(Collectors.joining("", content.getValue() + "\n", ""));
		}
	}

	/** As an application has them that depends on Spring Boot 4.0 itself. */
	private static SampleJar onSpringBoot40() {
		try {
			Path work = OWN.resolve("spring-boot-4.0");
			Directories.delete(work);
			Files.createDirectories(work);
			Path probe = work.resolve("probe.jar");
			pack(probe);
			Path sample = work.resolve("sample.jar");
			packAll(ofModule("sample-app").resolve("classes"), sample);
			Path libraries = ofModule("verification/boot-4.0").resolve("lib");
			String classPath = String.join(File.pathSeparator, sample.toString(), probe.toString(),
					libraries + File.separator + "*");
			return new SampleJar(classPath, List.of(), work.resolve(NO_ARCHIVE));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** As the plugin of Spring Boot does it, with the probe in it. */
	private SampleJar processed() {
		try {
			Path work = OWN.resolve("ahead-of-time");
			Path sources = work.resolve("sources");
			Path classes = work.resolve("classes");
			List<String> command = new ArrayList<>(List.of(Libraries.java(), "-cp", this.classPath,
					"org.springframework.boot.SpringApplicationAotProcessor", MAIN, sources.toString(),
					classes.toString(), classes.toString(), "io.github.leaderelection", "sample-app"));
			command.addAll(WHAT_DECIDES);
			JavaTool.run(command);
			JavaSources.compile(sources, this.classPath + File.pathSeparator + UNPACKED.resolve("lib") + File.separator
					+ "*" + File.pathSeparator + classes, classes);
			Path jar = work.resolve("processed.jar");
			packAll(classes, jar);
			return new SampleJar(jar + File.pathSeparator + this.classPath, List.of("-Dspring.aot.enabled=true"),
					work.resolve(NO_ARCHIVE));
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
			Path work = OWN.resolve("patched-" + PREPARED.size());
			String libraries = this.classPath + File.pathSeparator + UNPACKED.resolve("lib") + File.separator + "*";
			Path classes = PatchedCore.compile(patches, libraries, work);
			Path jar = work.resolve("core.jar");
			packAll(classes, jar);
			SampleJar patched = new SampleJar(jar + File.pathSeparator + this.classPath, this.options,
					work.resolve("classes.jsa"));
			patched.train();
			return patched;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Makes the archive of a node that starts, looks for its peers and is told to end.
	 */
	private void train() throws IOException {
		Path work = Files.createTempDirectory(PROCESSES, "training-");
		int port = Ports.free(1).get(0);
		List<String> arguments = List.of("--server.port=" + port, PEERS + ",http://localhost:" + port,
				"--" + ProbeNames.DIRECTORY + "=" + work.resolve("probe"),
				"--spring.datasource.url=jdbc:h2:mem:training");
		JavaTool.runUntil("Started SampleApplication",
				command(List.of("-XX:ArchiveClassesAtExit=" + this.archive), List.of(), arguments));
		if (!Files.exists(this.archive)) {
			throw new IllegalStateException("The end of the node did not make " + this.archive);
		}
		Directories.delete(work);
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

	/**
	 * What the application was made from.
	 *
	 * @param form its form
	 * @param patches what was changed
	 */
	private record Made(SampleForm form, List<Patch> patches) {
	}

}
