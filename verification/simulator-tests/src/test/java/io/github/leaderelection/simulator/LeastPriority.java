package io.github.leaderelection.simulator;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Has this process give way to all others, on Linux: the tests of other modules wait for
 * answers in real time, and these compute. Threads that come later inherit it.
 */
public final class LeastPriority implements LauncherSessionListener {

	private static final File THREADS = new File("/proc/self/task");

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		String[] threads = THREADS.list();
		if (threads == null) {
			return;
		}
		List<String> command = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
		command.addAll(List.of(threads));
		try {
			new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start().waitFor();
		}
		catch (IOException ex) {
			System.err.println("These tests compete with others for processors: " + ex.getMessage());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
