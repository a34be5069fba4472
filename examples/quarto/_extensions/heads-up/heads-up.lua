-- {{< heads-up lesson step="scores" lang="ko" >}}: a frame of that step in HTML, a link in anything else.

local fields = {
  "step", "t", "lang", "theme", "seed", "tokens", "target", "mask", "fill", "dModel", "numHeads",
  "batch", "head", "cell", "controls", "mode", "allow",
}

local function encoded(text)
  return (text:gsub("[^%w%-_.~,;]", function(byte)
    return string.format("%%%02X", string.byte(byte))
  end))
end

return {
  ["heads-up"] = function(args, kwargs, meta)
    local site = pandoc.utils.stringify(meta["heads-up-site"] or "heads-up/")
    local query = "lesson=" .. encoded(pandoc.utils.stringify(args[1] or "masked-multi-head"))
    for _, field in ipairs(fields) do
      local value = pandoc.utils.stringify(kwargs[field] or "")
      if value ~= "" then
        query = query .. "&" .. field .. "=" .. encoded(value)
      end
    end
    local height = pandoc.utils.stringify(kwargs["height"] or "")
    if height == "" then
      height = "640"
    end
    if not quarto.doc.is_format("html") then
      return pandoc.Link("Heads Up", site .. "?" .. query)
    end
    local source = (site .. "embed.html?" .. query):gsub("&", "&amp;")
    return pandoc.RawBlock(
      "html",
      '<iframe src="' .. source .. '" title="Heads Up" width="100%" height="' .. encoded(height) .. '" loading="lazy"></iframe>'
    )
  end,
}
