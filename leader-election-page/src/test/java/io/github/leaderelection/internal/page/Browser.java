package io.github.leaderelection.internal.page;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.FileSystemUtils;

/**
 * Debian's Chromium without a window. It keeps what pages write to the console and which
 * addresses they ask for. Its clock shows UTC.
 */
public final class Browser implements AutoCloseable {

	private static final File DRIVER = new File("/usr/bin/chromedriver");

	private static final File CHROMIUM = new File("/usr/bin/chromium");

	private static final int HEIGHT = 900;

	/** It warns that it does not know the newest Chromium. */
	private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

	private static final int MOST_TABS = 200;

	/** Lets the page's clock run ahead, so that nobody has to wait for it. */
	private static final String CLOCK = """
			{
				let ahead = 0;
				const now = performance.now.bind(performance);
				performance.now = () => now() + ahead;
				window.skip = (ms) => { ahead += ms; };
			}""";

	private final Path profile;

	private final ChromeDriver driver;

	private final List<String> messages = new ArrayList<>();

	private final Set<String> addresses = new TreeSet<>();

	public Browser() {
		SELENIUM.setLevel(Level.SEVERE);
		try {
			this.profile = Files.createTempDirectory("browser");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		ChromeOptions options = new ChromeOptions();
		options.setBinary(CHROMIUM);
		options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
				"--user-data-dir=" + this.profile);
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		logs.enable(LogType.PERFORMANCE, Level.ALL);
		options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
		ChromeDriverService service = new ChromeDriverService.Builder().usingDriverExecutable(DRIVER)
			.usingAnyFreePort()
			.build();
		this.driver = new ChromeDriver(service, options);
		command("Emulation.setTimezoneOverride", Map.of("timezoneId", "UTC"));
		command("Page.addScriptToEvaluateOnNewDocument", Map.of("source", CLOCK));
	}

	/** Whether there is one on this machine: the condition of tests. */
	public static boolean isInstalled() {
		return DRIVER.canExecute() && CHROMIUM.canExecute();
	}

	private Map<String, Object> command(String name, Map<String, Object> parameters) {
		return this.driver.executeCdpCommand(name, parameters);
	}

	/** Changes the width of the viewport. */
	public void width(int pixels) {
		command("Emulation.setDeviceMetricsOverride",
				Map.of("width", pixels, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
	}

	/** Chooses what the user prefers. */
	public void prefer(boolean dark, boolean reducedMotion) {
		command("Emulation.setEmulatedMedia",
				Map.of("features", List.of(feature("prefers-color-scheme", dark ? "dark" : "light"),
						feature("prefers-reduced-motion", reducedMotion ? "reduce" : "no-preference"))));
	}

	private static Map<String, String> feature(String name, String value) {
		return Map.of("name", name, "value", value);
	}

	/** Opens a page, and forgets what earlier ones said and asked for. */
	public void open(String address) {
		this.driver.get("about:blank");
		messages();
		addresses();
		this.messages.clear();
		this.addresses.clear();
		this.driver.get(address);
	}

	/** Lets the page believe that time has passed. */
	public void skip(Duration time) {
		script("skip(arguments[0])", time.toMillis());
	}

	/** Runs a script within the page. */
	@SuppressWarnings("unchecked")
	public <T> T script(String source, Object... arguments) {
		return (T) this.driver.executeScript(source, arguments);
	}

	/** Runs a script that calls its last argument with its result. */
	@SuppressWarnings("unchecked")
	public <T> T scriptWithCallback(String source) {
		return (T) this.driver.executeAsyncScript(source);
	}

	/**
	 * What is read in the first element that a selector finds, nothing if there is none.
	 */
	public String text(String selector) {
		return script("return (document.querySelector(arguments[0])?.innerText ?? '').replace(/\\s+/g, ' ').trim()",
				selector);
	}

	/** Presses keys, whatever has the focus. */
	public void press(CharSequence... keys) {
		new Actions(this.driver).sendKeys(keys).perform();
	}

	/** Presses the tabulator until the focus is on an element with a name, as shown. */
	public void tabTo(String name) {
		Set<String> passed = new LinkedHashSet<>();
		for (int i = 0; i < MOST_TABS; i++) {
			press(Keys.TAB);
			String focused = focused();
			if (focused.startsWith(name)) {
				return;
			}
			passed.add(focused);
		}
		throw new AssertionError("The key does not lead to '" + name + "', but to " + passed);
	}

	/** The name of the element that has the focus. */
	public String focused() {
		return script("""
				const at = document.activeElement;
				return (at.ariaLabel ?? at.labels?.[0]?.innerText ?? at.innerText).replace(/\\s+/g, ' ').trim()""");
	}

	/** What was written to the console since the page was opened. */
	public List<String> messages() {
		this.driver.manage().logs().get(LogType.BROWSER).forEach((entry) -> this.messages.add(entry.getMessage()));
		return this.messages;
	}

	/** What was asked for since the page was opened. */
	public Set<String> addresses() {
		this.driver.manage().logs().get(LogType.PERFORMANCE).forEach((entry) -> {
			if (entry.getMessage().contains("Network.requestWillBeSent\"")) {
				JsonNode message = JsonMapper.shared().readTree(entry.getMessage());
				this.addresses.add(message.at("/message/params/request/url").asString());
			}
		});
		return this.addresses;
	}

	/** The page from its top to the end of the last element of a selector, as PNG. */
	public byte[] picture(String selector) {
		Map<String, Object> clip = script("""
				const { bottom } = [...document.querySelectorAll(arguments[0])].at(-1).getBoundingClientRect();
				return { x: 0, y: 0, width: innerWidth, height: Math.ceil(bottom + scrollY + 8), scale: 1 }""",
				selector);
		Object data = command("Page.captureScreenshot",
				Map.of("format", "png", "captureBeyondViewport", true, "clip", clip))
			.get("data");
		return packed(Base64.getDecoder().decode(String.valueOf(data)));
	}

	/** Chromium packs in haste. */
	private static byte[] packed(byte[] picture) {
		ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
		ImageWriteParam parameters = writer.getDefaultWriteParam();
		parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
		parameters.setCompressionQuality(0);
		ByteArrayOutputStream packed = new ByteArrayOutputStream();
		try (ImageOutputStream out = ImageIO.createImageOutputStream(packed)) {
			writer.setOutput(out);
			writer.write(null, new IIOImage(ImageIO.read(new ByteArrayInputStream(picture)), null, null), parameters);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			writer.dispose();
		}
		return packed.toByteArray();
	}

	@Override
	public void close() {
		this.driver.quit();
		try {
			FileSystemUtils.deleteRecursively(this.profile);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
