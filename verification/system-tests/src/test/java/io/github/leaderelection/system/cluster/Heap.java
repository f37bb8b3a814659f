package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process keeps on its heap, asked from outside.
 */
public final class Heap {

	private static final Pattern TOTAL = Pattern.compile("^Total +[0-9]+ +([0-9]+)", Pattern.MULTILINE);

	private Heap() {
	}

	/**
	 * Collects garbage and tells what is left: the objects that are in use, and nothing
	 * of what was allocated since.
	 * @param pid the process
	 * @return KiB in use
	 * @throws IllegalStateException if the process does not answer, or not as expected
	 */
	public static double afterGcKib(long pid) {
		Matcher total = TOTAL.matcher(jcmd(pid, "GC.class_histogram"));
		if (!total.find()) {
			throw new IllegalStateException("jcmd does not tell the sum of all objects as expected");
		}
		return Double.parseDouble(total.group(1)) / 1024;
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
