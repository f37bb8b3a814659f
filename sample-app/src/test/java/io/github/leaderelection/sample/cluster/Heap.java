package io.github.leaderelection.sample.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process with the serial collector keeps on its heap, asked from outside.
 */
public final class Heap {

	private static final Pattern USED = Pattern.compile("(?:generation) +total [0-9]+K, used ([0-9]+)K");

	private Heap() {
	}

	/**
	 * Collects garbage and tells what is left.
	 * @param pid the process
	 * @return KiB in use
	 * @throws IllegalStateException if the process does not answer, or not as expected
	 */
	public static double afterGcKib(long pid) {
		jcmd(pid, "GC.run");
		Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
		double sum = 0;
		while (used.find()) {
			sum += Double.parseDouble(used.group(1));
		}
		if (sum == 0) {
			throw new IllegalStateException("jcmd does not tell the heap of the serial collector as expected");
		}
		return sum;
	}

	private static String jcmd(long pid, String command) {
		String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
		try {
			Process asked = new ProcessBuilder(jcmd, Long.toString(pid), command).redirectErrorStream(true).start();
			String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (asked.waitFor() != 0) {
				throw new IllegalStateException(command + " failed: " + answer);
			}
			return answer;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while process " + pid + " was asked for its heap", ex);
		}
	}

}
