package io.github.leaderelection.probe;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How many groups a node leads and what it has sent, a line each time. What is written
 * outlives the process.
 */
public final class GroupsFile {

	private GroupsFile() {
	}

	/**
	 * Adds a line.
	 * @param out the file
	 * @param sample what was seen
	 * @throws IOException if it cannot be written
	 */
	static void write(BufferedWriter out, Sample sample) throws IOException {
		out.write(Stream.of(sample.at(), sample.led(), sample.messages(), sample.writes(), sample.bytes())
			.map(String::valueOf)
			.collect(Collectors.joining(" ", "", "\n")));
		out.flush();
	}

	/**
	 * Reads a file, while it is written or later.
	 * @param file the file, which need not be there yet
	 * @return what was seen, in the order in which it was written; the first when the
	 * elector had started
	 * @throws IOException if it cannot be read
	 */
	public static List<Sample> read(Path file) throws IOException {
		if (!Files.exists(file)) {
			return List.of();
		}
		String text = Files.readString(file, StandardCharsets.UTF_8);
		List<Sample> samples = new ArrayList<>();
		// What follows the last line feed is only half written.
		for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
			String[] parts = line.split(" ");
			samples.add(new Sample(Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]),
					Long.parseLong(parts[3]), Long.parseLong(parts[4])));
		}
		return samples;
	}

	/**
	 * What was seen.
	 *
	 * @param at the stamp, taken after the last answer
	 * @param led how many groups the node leads
	 * @param messages how many messages it has sent
	 * @param writes how often it has written
	 * @param bytes how many bytes it has sent
	 */
	public record Sample(long at, int led, long messages, long writes, long bytes) {
	}

}
